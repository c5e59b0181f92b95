import { randomBytes } from 'node:crypto'
import type { Db } from '../../db/client.ts'
import { withTx } from '../../db/client.ts'
import { holding } from '../../db/holding.ts'
import type { Deps } from '../../deps.ts'
import { homeKeyOf, trashFolder, trashFolderOf } from '../../domain/media-keys.ts'
import { addJob, addKeyedJob, type Tasks } from '../../jobs/queue.ts'
import { copyStored } from '../../storage/copy-stored.ts'
import { deleteFiles } from '../uploads/uploads.service.ts'
import { lockTrashed, nameFiles, trashedFiles } from './trash.queries.ts'

type PutAwayDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'tempDir'>
type Job = Tasks['put-away']

/** After other jobs that are due: no mail waits until the files of thousands are moved. */
export const PUT_AWAY_PRIORITY = 5

/** Has the files of an item that was just deleted moved to where nobody finds them. `keys`: the first is the original's. */
export const queuePutAway = (tx: Db, what: Pick<Job, 'mediaId' | 'keys' | 'claims'>) => {
  const folder = trashFolder(randomBytes(16).toString('hex'))
  const key = `put-away:${what.mediaId}:${folder}`
  return addKeyedJob(tx, { name: 'put-away', payload: { ...what, folder }, key, priority: PUT_AWAY_PRIORITY })
}

/** Seconds after which it is looked whether a restoration that had begun came to its end. */
const AFTER_RESTORING = 60

/** Has files deleted again that a restoration copies back, unless it comes to its end. */
export const queuePutBack = (db: Db, mediaId: number, keys: string[]) => {
  const folder = trashFolderOf(keys[0] ?? '') ?? ''
  const payload: Job = { mediaId, folder, keys: keys.map(homeKeyOf), claims: [], isThere: true }
  return addKeyedJob(db, { name: 'put-away', payload, key: `put-back:${mediaId}`, delay: AFTER_RESTORING })
}

const areSame = (keys: string[] | undefined, others: string[]) => keys?.join() === others.join()

/** Copies first, then the row that names them: no row names a file that is not there. */
const moveToTrash = async (deps: PutAwayDeps, { mediaId, folder, keys }: Job) => {
  const item = await trashedFiles(deps.db, mediaId)
  const moved = keys.map((key) => folder + key)
  if (areSame(item?.keys, moved)) return
  if (areSame(item?.keys, keys)) {
    for (const key of keys) await copyStored(deps, key, folder + key)
    if (await nameFiles(deps.db, { mediaId, keys, from: '', to: folder })) return
  }
  // Brought back or deleted for good meanwhile, perhaps after a run that did not come to its end.
  await addJob(deps.db, 'delete-files', { keys: moved })
}

/** The lock keeps a restoration from copying them back in the same moment. It is asked for each file whether it is still held. */
const deleteFromHome = (deps: PutAwayDeps, { mediaId, folder, keys }: Job) =>
  withTx(deps, async (tx) => {
    for (const key of keys) {
      const item = await lockTrashed(tx, mediaId)
      if (!item || trashFolderOf(item.keys[0] ?? '') !== folder) return
      await holding(tx, () => deleteFiles({ db: tx, storage: deps.storage }, [key]))
    }
  })

/** Moves the files of an item in the trash; done again after a crash, it goes on where that was. */
export const putAway = async (deps: PutAwayDeps, job: Job): Promise<void> => {
  if (!job.isThere) await moveToTrash(deps, job)
  await deleteFromHome(deps, job)
}
