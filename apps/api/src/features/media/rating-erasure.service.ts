import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { addKeyedJob } from '../../jobs/queue.ts'
import { forgetNamesOfGone } from '../bucket/report-names.service.ts'
import { deletedItems, eraseRatings, lockDeleted, ratersOf, removeErased } from './rating-erasure.queries.ts'

type ErasureDeps = Pick<Deps, 'db' | 'log'>

/** Raters of one transaction: few enough that nobody's vote waits for it. */
const BATCH = 500
/** Raters that are looked up at once: an index is read past what was erased from it, so this is not done each batch. */
const READ = 20 * BATCH

/** Erases the votes and views of deleted items as soon as a worker has time; one run does it for all items. */
export const queueErasure = (db: Db) => addKeyedJob(db, { name: 'erase-ratings', payload: {}, key: 'erase-ratings' })

const eraseBatch = (deps: ErasureDeps, mediaId: number, ids: number[]) =>
  withTx(deps, async (tx) => {
    if (!(await lockDeleted(tx, mediaId))) return
    await eraseRatings(tx, mediaId, ids)
  })

/** A vote that began before the deletion may have arrived since the raters were read: then the row stays. */
const removeRow = (deps: ErasureDeps, mediaId: number) =>
  withTx(deps, async (tx) => !(await lockDeleted(tx, mediaId)) || removeErased(tx, mediaId))

const eraseItem = async (deps: ErasureDeps, mediaId: number, shutdown: AbortSignal) => {
  while (!shutdown.aborted) {
    const ids = await ratersOf(deps.db, mediaId, READ)
    if (ids.length === 0 && (await removeRow(deps, mediaId))) return
    for (let start = 0; start < ids.length && !shutdown.aborted; start += BATCH)
      await eraseBatch(deps, mediaId, ids.slice(start, start + BATCH))
  }
}

/**
 * Erases what reports of the bucket call deleted items, then the votes and views of all of these, batch by batch, each all or nothing,
 * and then their rows. Goes on after a crash, and after an end of the process in order.
 */
export const eraseDeleted = async (deps: ErasureDeps, shutdown: AbortSignal): Promise<void> => {
  const ids = await deletedItems(deps.db)
  if (ids.length > 0) await forgetNamesOfGone(deps)
  for (const id of ids) {
    await eraseItem(deps, id, shutdown)
    if (shutdown.aborted) return queueErasure(deps.db)
  }
}
