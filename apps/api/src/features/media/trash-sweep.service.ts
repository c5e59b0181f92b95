import { randomUUID } from 'node:crypto'
import { isBackupRunning } from '../../db/backup-lock.ts'
import { type Db, withTx } from '../../db/client.ts'
import type { Deps } from '../../deps.ts'
import { TRASH } from '../../domain/media-keys.ts'
import { addDeletionJobs, addKeyedJob, doManyWait, type Tasks } from '../../jobs/queue.ts'
import { trashWithoutItem } from './trash.queries.ts'

type SweepDeps = Pick<Deps, 'db' | 'log' | 'storage'>
type Sweep = Tasks['sweep-trash']

/** Files of one list of the store. */
const BATCH = 1000
/** Seconds after which it is looked again whether a backup is under way, or whether fewer files wait to be deleted. */
const LATER = 20

const queueSweep = (db: Db, sweep: Sweep, delay = 0) =>
  addKeyedJob(db, { name: 'sweep-trash', payload: sweep, key: `sweep-trash:${sweep.id}`, delay })

/**
 * Has the files of the trash deleted that no item has any more: after a reset those of all that was in it, however much
 * that is. What is on its way there has a job of its own, which finds its item gone.
 */
export const startSweepOfTrash = (db: Db) => queueSweep(db, { id: randomUUID() })

/** One list of the store at a time; the job for the next one is there if, and only if, that for the files of this one is. */
export const sweepTrash = async (deps: SweepDeps, sweep: Sweep): Promise<void> => {
  const { db, storage } = deps
  // The rows that a backup has copied need their files until those are copied as well.
  if ((await isBackupRunning(db)) || (await doManyWait(db, 'delete-files'))) return queueSweep(db, sweep, LATER)
  const { objects, cursor } = await storage.list({ prefix: TRASH, limit: BATCH, cursor: sweep.cursor ?? null })
  await withTx(deps, async (tx) => {
    const keys = await trashWithoutItem(
      tx,
      objects.map(({ key }) => key),
    )
    await addDeletionJobs(tx, keys)
    if (cursor !== null) await queueSweep(tx, { ...sweep, cursor })
  })
}
