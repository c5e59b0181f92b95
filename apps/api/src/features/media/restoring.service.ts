import { recordOperator } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import { holding } from '../../db/holding.ts'
import { shareTakenDown } from '../../db/taken-down.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { contentsOf, homeKeyOf, isTrashKey, trashFolderOf } from '../../domain/media-keys.ts'
import type { Operator } from '../../http/guards.ts'
import { addDeletionJob } from '../../jobs/queue.ts'
import { copyStored } from '../../storage/copy-stored.ts'
import { liftBarsOf } from '../removed-items/removed-items.service.ts'
import { publishTrashed, refuseTrashedTakenDown } from '../uploads/taken-down-uploads.service.ts'
import { areSame, cancelPutBack, lockFiles, putBack, queuePutBack } from './put-away.service.ts'
import { forgetRemoval, lockTrashed, nameFiles, reopenReports, trashedFiles } from './trash.queries.ts'

export type RestoringDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'tempDir'>

const gone = () => new AppError('not_found', 'This item is not in the trash any more.')

const keysToRestore = async (tx: Db, mediaId: number): Promise<string[]> => {
  const files = await trashedFiles(tx, mediaId)
  if (!files) throw gone()
  await refuseTrashedTakenDown(tx, mediaId, contentsOf(files.sha256, files.keys))
  return files.keys
}

/**
 * Copies files back that were put away; one that was lost before stays lost. No decision waits for it: one by which the item goes
 * for good, or counts as taken down, is seen before the next file.
 */
const copyBack = async (deps: RestoringDeps, tx: Db, mediaId: number): Promise<string[]> => {
  const keys = await keysToRestore(tx, mediaId)
  for (const key of keys.filter(isTrashKey)) {
    await holding(tx, () => copyStored(deps, key, homeKeyOf(key)))
    await keysToRestore(tx, mediaId)
  }
  return keys
}

/** Names the files that were copied back. Those in the trash go after the commit. */
const nameFilesAtHome = async (tx: Db, mediaId: number, keys: string[]) => {
  const from = trashFolderOf(keys[0] ?? '')
  if (from === undefined) return
  await nameFiles(tx, { mediaId, keys, from, to: '' })
  await cancelPutBack(tx, mediaId)
  await addDeletionJob(tx, { keys })
}

/**
 * Brings an item back whose files were copied back: it counts for its owner and the site, and has a position again, unless it is hidden
 * until its reports are decided on, which wait again.
 * @throws {AppError} as `restoreTrashed`
 */
const restoreIn = async (
  tx: Db,
  { mediaId, operator, copied }: { mediaId: number; operator: Operator; copied: string[] },
) => {
  await shareTakenDown(tx)
  const item = await lockTrashed(tx, mediaId)
  if (!item) throw gone()
  if (!areSame(item.keys, copied)) throw new AppError('unavailable', 'Its files are just being moved.')
  const contents = contentsOf(item.sha256, item.keys)
  await refuseTrashedTakenDown(tx, mediaId, contents)
  await nameFilesAtHome(tx, mediaId, item.keys)
  await liftBarsOf(tx, operator, mediaId)
  await forgetRemoval(tx, mediaId, contents)
  const reports = await reopenReports(tx, mediaId)
  const { ownerId: userId, votes, views } = item
  const context = { mediaId, userId, votes, views, ...(reports > 0 && { reports }) }
  await recordOperator(tx, operator, { event: 'MEDIA_RESTORED', context })
  // Last: the row of the catalog is locked until the commit.
  if (!(await publishTrashed(tx, mediaId))) throw new AppError('conflict', 'Its uploader is being deleted.')
}

type Restoration = {
  mediaId: number
  operator: Operator
  /** Done in the same transaction. */
  save?: (tx: Db) => Promise<void>
}

/**
 * Brings an item back, with its votes and views. All of it happens, or nothing: files that were copied back go again.
 * @throws {AppError} `not_found`; `conflict` when it was taken down, or its uploader is being deleted; `unavailable`
 */
export const restoreTrashed = async (
  deps: RestoringDeps,
  { mediaId, operator, save }: Restoration,
): Promise<undefined> => {
  const files = await trashedFiles(deps.db, mediaId)
  if (!files) throw gone()
  // Before a file is where visitors could fetch it: a process that dies leaves it there.
  if (trashFolderOf(files.originalKey) !== undefined) await queuePutBack(deps.db, { mediaId, keys: files.keys })
  let isCopying = false
  try {
    await withTx(deps, async (tx) => {
      await lockFiles(tx, mediaId)
      isCopying = true
      const copied = await copyBack(deps, tx, mediaId)
      await restoreIn(tx, { mediaId, operator, copied })
      await save?.(tx)
    })
  } catch (failure) {
    if (isCopying) await putBack(deps, { mediaId, keys: files.keys }, failure).catch(() => undefined)
    throw failure
  }
}
