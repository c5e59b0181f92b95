import { randomBytes } from 'node:crypto'
import { isBackupRunning } from '../../db/backup-lock.ts'
import type { Db } from '../../db/client.ts'
import { withTx } from '../../db/client.ts'
import { lockUntilCommit } from '../../db/locks.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { homeKeyOf, trashFolder, trashFolderOf } from '../../domain/media-keys.ts'
import { UPLOAD_OVER_MINUTES } from '../../domain/upload-time.ts'
import { addKeyedJob, addUnfinishedDeletionJobs, removeKeyedJobs, type Tasks } from '../../jobs/queue.ts'
import { copyStored } from '../../storage/copy-stored.ts'
import { tryToDeleteIn } from '../uploads/uploads.service.ts'
import { nameFiles, trashedFiles } from './trash.queries.ts'

type PutAwayDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'tempDir'>
type Job = Tasks['put-away']

/** After other jobs that are due: no mail waits until the files of thousands are moved. */
export const PUT_AWAY_PRIORITY = 5

/** Has the files of an item that was just deleted moved to where nobody finds them. `keys`: the first is the original's. */
export const queuePutAway = (tx: Db, what: Pick<Job, 'mediaId' | 'keys' | 'claims' | 'takenDown'>) => {
  const folder = trashFolder(randomBytes(16).toString('hex'))
  const key = `put-away:${what.mediaId}:${folder}`
  return addKeyedJob(tx, { name: 'put-away', payload: { ...what, folder }, key, priority: PUT_AWAY_PRIORITY })
}

/**
 * Until the commit nobody else moves files of this item, to the trash or back. It is taken before all other locks, and who decides
 * about the item does not wait for it.
 */
export const lockFiles = (tx: Db, mediaId: number) => lockUntilCommit(tx, 'move-files', mediaId)

/** Seconds after which it is looked whether a restoration that had begun came to its end. */
const AFTER_RESTORING = 60
/** The same where a file was not copied: a store may complete it later (docs/decisions/015). */
const AFTER_FAILING = UPLOAD_OVER_MINUTES * 60

const putBackKeys = (mediaId: number) => ({ soon: `put-back:${mediaId}`, late: `put-back-late:${mediaId}` })

/**
 * Has files deleted again that a restoration copies back, unless it comes to its end. The folder is nobody's: a sweep of the trash
 * passes over those that a job moves files to.
 */
export const queuePutBack = (
  db: Db,
  { mediaId, keys }: Pick<Job, 'mediaId' | 'keys'>,
  delay: number = AFTER_RESTORING,
) => {
  const folder = trashFolder(randomBytes(16).toString('hex'))
  const payload: Job = { mediaId, folder, keys: keys.map(homeKeyOf), claims: [], isThere: true }
  const { soon, late } = putBackKeys(mediaId)
  return addKeyedJob(db, { name: 'put-away', payload, key: delay > AFTER_RESTORING ? late : soon, delay })
}

/** Its files are the item's again: they stay, also when a reset leaves them without one. */
export const cancelPutBack = (tx: Db, mediaId: number) => removeKeyedJobs(tx, Object.values(putBackKeys(mediaId)))

/** Has what a takedown needs of files in the trash read, where they stay. */
export const queueRead = (
  tx: Db,
  { mediaId, keys, takedownId }: { mediaId: number; keys: string[]; takedownId: number },
) => {
  const folder = trashFolderOf(keys[0] ?? '') ?? ''
  const payload: Job = { mediaId, folder, keys: keys.map(homeKeyOf), claims: [takedownId], isThere: true }
  return addKeyedJob(tx, {
    name: 'put-away',
    payload,
    key: `read:${takedownId}:${mediaId}`,
    priority: PUT_AWAY_PRIORITY,
  })
}

export const areSame = (keys: string[] | undefined, others: string[]) => keys?.join() === others.join()

/** Copies first, then the row that names them: no row names a file that is not there. */
const moveToTrash = async (deps: PutAwayDeps, { mediaId, folder, keys }: Job) => {
  const item = await trashedFiles(deps.db, mediaId)
  const moved = keys.map((key) => folder + key)
  if (areSame(item?.keys, moved)) return
  if (areSame(item?.keys, keys)) {
    for (const key of keys) await copyStored(deps, key, folder + key)
    const named = await withTx(deps, async (tx) => {
      await lockFiles(tx, mediaId)
      return nameFiles(tx, { mediaId, keys, from: '', to: folder })
    })
    if (named) return
  }
  // Brought back or deleted for good meanwhile, perhaps after a run that did not come to its end.
  await addUnfinishedDeletionJobs(deps.db, moved)
}

/**
 * Deletes files where visitors would find them, unless the item has them there. The lock keeps a restoration from copying them
 * back in the same moment: each file asks the database, which fails once it is lost.
 */
const deleteFromHome = (deps: PutAwayDeps, { mediaId, keys }: Pick<Job, 'mediaId' | 'keys'>) =>
  withTx(deps, async (tx) => {
    await lockFiles(tx, mediaId)
    for (const key of keys) {
      const { failures } = await tryToDeleteIn(tx, deps.storage, [key])
      for (const failure of failures.values()) throw failure
    }
  })

/**
 * Deletes what a restoration has copied back that did not come to its end. The rows that a backup has copied need their files until
 * those are copied as well: the job looks for one.
 */
export const putBack = async (deps: PutAwayDeps, files: Pick<Job, 'mediaId' | 'keys'>, failure: unknown) => {
  const isRefused = failure instanceof AppError && failure.code !== 'unavailable'
  if (!isRefused) await queuePutBack(deps.db, files, AFTER_FAILING)
  if (await isBackupRunning(deps.db)) return queuePutBack(deps.db, files)
  await deleteFromHome(deps, { ...files, keys: files.keys.map(homeKeyOf) })
}

/** Moves the files of an item in the trash; done again after a crash, it goes on where that was. */
export const putAway = async (deps: PutAwayDeps, job: Job): Promise<void> => {
  if (!job.isThere) await moveToTrash(deps, job)
  await deleteFromHome(deps, job)
}
