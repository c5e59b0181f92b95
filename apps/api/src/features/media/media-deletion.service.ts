import { recordAudit, recordOperator } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { contentsOf } from '../../domain/media-keys.ts'
import { type Operator, requireSameUser } from '../../http/guards.ts'
import { addJob } from '../../jobs/queue.ts'
import { lockItem, markDeleted, rememberRemoved } from './media-deletion.queries.ts'
import { queueErasure } from './rating-erasure.service.ts'

type DeletionDeps = Pick<Deps, 'db' | 'log'>
type Item = NonNullable<Awaited<ReturnType<typeof lockItem>>>

const itemToDelete = async (tx: Db, mediaId: number): Promise<Item> => {
  const item = await lockItem(tx, mediaId)
  if (!item) throw new AppError('not_found', 'This item is no longer here.')
  return item
}

/** The item goes at once, in short statements; its files, votes and views by jobs that are tried until they succeed. */
const deleteLocked = async (tx: Db, mediaId: number, { sha256, keys, votes, views }: Item) => {
  const claims = await markDeleted(tx, mediaId)
  await rememberRemoved(tx, contentsOf(sha256, keys))
  await addJob(tx, 'delete-files', { keys, claims })
  await queueErasure(tx)
  return { votes, views, files: keys.length }
}

/** Who asks for what; `requestId` stands in the audit log. */
type Deletion = { userId: number; mediaId: number; requestId: string }

/**
 * Deletes one's own item for ever (`visitor.md §6`): gone from the site at once. All of it happens, or nothing.
 * @throws {AppError} `not_found`; `not_yours` when somebody else uploaded it
 */
export const deleteOwnMedia = (deps: DeletionDeps, { userId, mediaId, requestId }: Deletion) =>
  withTx(deps, async (tx): Promise<undefined> => {
    const item = await itemToDelete(tx, mediaId)
    requireSameUser(userId, item.ownerId)
    const { mimeType, size } = item
    const entry = { actor: 'visitor', requestId } as const
    const facts = { mediaId, userId, mimeType, size }
    await recordAudit(tx, { ...entry, event: 'MEDIA_DELETE_REQUEST', context: facts })
    const gone = await deleteLocked(tx, mediaId, item)
    await recordAudit(tx, { ...entry, event: 'MEDIA_DELETE_COMPLETED', context: { mediaId, userId, ...gone } })
  })

/**
 * Deletes anybody's item for the operator, in a transaction that may do more (a takedown, a bucket clean-up). `why`
 * stands in the audit log.
 * @throws {AppError} `not_found`
 */
export const deleteMediaIn = async (
  tx: Db,
  operator: Operator,
  { mediaId, why = {} }: { mediaId: number; why?: Record<string, unknown> },
) => {
  const item = await itemToDelete(tx, mediaId)
  const { ownerId: userId, mimeType, size } = item
  const context = { mediaId, userId, mimeType, size, ...why }
  await recordOperator(tx, operator, { event: 'ADMIN_DELETE_REQUEST', context })
  const gone = await deleteLocked(tx, mediaId, item)
  await recordOperator(tx, operator, { event: 'ADMIN_DELETE_COMPLETED', context: { mediaId, userId, ...gone, ...why } })
  return gone
}

/** Deletes anybody's item for the operator (`admin.md §7`). All of it happens, or nothing. */
export const deleteAnyMedia = (deps: DeletionDeps, mediaId: number, operator: Operator) =>
  withTx(deps, async (tx): Promise<undefined> => {
    await deleteMediaIn(tx, operator, { mediaId })
  })
