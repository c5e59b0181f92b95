import { isBackupRunning } from '../../db/backup-lock.ts'
import { type Db, forLog, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { addKeyedJob } from '../../jobs/queue.ts'
import { readRemoved } from '../takedowns/removed-media.service.ts'
import { deleteFiles } from '../uploads/uploads.service.ts'
import { type DeletedItem, deletedItems, eraseRatings, lockDeleted, ratersOf, removeErased } from './erasure.queries.ts'

type ErasureDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'processMedia' | 'tempDir'>

/** Raters in one transaction. A small number keeps votes from waiting. */
const BATCH = 500
/** Raters that one query reads. Each query has to skip erased index entries, so it reads for many batches. */
const READ = 20 * BATCH
/** Seconds until the next look whether a backup is still under way. */
const DURING_BACKUP = 60
/** Items whose files the store does not delete before a run ends, to be tried again. */
const FAILURES_MAX = 20

/** Erases deleted items as soon as a worker has time; one run does it for all of them. */
export const queueErasure = (db: Db, delay = 0) =>
  addKeyedJob(db, { name: 'erase-media', payload: {}, key: 'erase-media', delay })

const eraseBatch = (deps: ErasureDeps, mediaId: number, ids: number[]) =>
  withTx(deps, async (tx) => {
    if (!(await lockDeleted(tx, mediaId))) return
    await eraseRatings(tx, mediaId, ids)
  })

/** A vote that began before the deletion may have arrived since the raters were read: then the row stays. */
const removeRow = (deps: ErasureDeps, mediaId: number) =>
  withTx(deps, async (tx) => !(await lockDeleted(tx, mediaId)) || removeErased(tx, mediaId))

/** The row goes last: while it is there, its files are not served, and no import takes them. */
const eraseItem = async (deps: ErasureDeps, { id: mediaId, keys }: DeletedItem, shutdown: AbortSignal) => {
  await readRemoved(deps, { mediaId, keys })
  await deleteFiles(deps, keys)
  while (!shutdown.aborted) {
    const ids = await ratersOf(deps.db, mediaId, READ)
    if (ids.length === 0 && (await removeRow(deps, mediaId))) return
    for (let start = 0; start < ids.length && !shutdown.aborted; start += BATCH)
      await eraseBatch(deps, mediaId, ids.slice(start, start + BATCH))
  }
}

/**
 * Erases deleted items, one after the other: files, votes, views, and at last the row. It goes on after a crash and after a
 * shutdown, and waits for a backup, which may still have to copy the files.
 * @throws the failure of the first item that could not be erased, once others are done
 */
export const eraseDeleted = async (deps: ErasureDeps, shutdown: AbortSignal): Promise<void> => {
  const items = await deletedItems(deps.db)
  const failures: unknown[] = []
  for (const item of items) {
    if (await isBackupRunning(deps.db)) return queueErasure(deps.db, DURING_BACKUP)
    await eraseItem(deps, item, shutdown).catch((failure: unknown) => {
      deps.log.warn({ mediaId: item.id, ...forLog(failure) }, 'an item was not erased')
      failures.push(failure)
    })
    if (shutdown.aborted) return queueErasure(deps.db)
    if (failures.length === FAILURES_MAX) break
  }
  for (const failure of failures) throw failure
}
