import { constraintOf, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { addUnfinishedDeletionJobs } from '../../jobs/queue.ts'
import { sha256Of } from '../../media/fingerprint.ts'
import { deleteUnfinished, insertPending, itemOfUpload, type PendingRow } from './uploads.queries.ts'

/**
 * The item that this upload is already, when it was sent before (docs/decisions/045). Nothing when it has no key.
 * @throws {AppError} `conflict` when the key came with another file
 */
export const itemSentBefore = async ({ db }: Pick<Deps, 'db'>, uploadKey: Buffer | undefined, path: string) => {
  const item = uploadKey && (await itemOfUpload(db, uploadKey))
  if (item && item.sha256 !== (await sha256Of(path)))
    throw new AppError('conflict', 'This upload was sent before, with another file.')
  return item || undefined
}

/** Adds the row. It replaces the row of an unfinished earlier attempt, for whose end the client does not have to wait. */
export const insertUpload = (deps: Pick<Deps, 'db' | 'log'>, row: PendingRow): Promise<number> => {
  if (row.uploadKey === null) return insertPending(deps.db, row)
  return withTx(deps, async (tx) => {
    await addUnfinishedDeletionJobs(tx, await deleteUnfinished(tx, row))
    return insertPending(tx, row)
  }).catch((failure) => {
    // Sent twice in the same moment: the other request makes the item, and the next attempt of the client finds it.
    if (constraintOf(failure) === 'media_upload_key_key') throw new AppError('unavailable', 'This upload is under way.')
    throw failure
  })
}
