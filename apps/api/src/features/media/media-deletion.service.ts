import { withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { mustBe } from '../../http/guards.ts'
import { addJob } from '../../jobs/queue.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { deleteItem, lockItem, lockUsersOf } from './media-deletion.queries.ts'

/** Who asks for what; `requestId` stands in the audit log. */
type Deletion = { userId: number; mediaId: number; requestId: string }

/**
 * Deletes one's own item for ever (`visitor.md §6`): gone from the site at once, its files by a job that is tried until
 * it succeeds. All of it happens, or nothing.
 * @throws {AppError} `not_found`; `not_yours` when somebody else uploaded it
 */
export const deleteOwnMedia = ({ db, log }: Pick<Deps, 'db' | 'log'>, { userId, mediaId, requestId }: Deletion) =>
  withTx({ db, log }, async (tx): Promise<undefined> => {
    const item = await lockItem(tx, mediaId)
    if (!item) throw new AppError('not_found', 'This item is no longer here.')
    mustBe(userId, item.ownerId)
    const { keys, mimeType, size } = item
    const entry = { actor: 'visitor', requestId } as const
    await recordAudit(tx, {
      ...entry,
      event: 'MEDIA_DELETE_REQUEST',
      context: { mediaId, userId, mimeType, size },
    })
    await lockUsersOf(tx, mediaId, userId)
    const { votes, views } = await deleteItem(tx, mediaId, userId)
    await addJob(tx, 'delete-files', { keys })
    await recordAudit(tx, {
      ...entry,
      event: 'MEDIA_DELETE_COMPLETED',
      context: { mediaId, userId, votes, views, files: keys.length },
    })
  })
