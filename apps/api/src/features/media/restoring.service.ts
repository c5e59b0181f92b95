import { recordOperator } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import { holding } from '../../db/holding.ts'
import { shareTakenDown } from '../../db/taken-down.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { contentsOf, homeKeyOf, trashFolderOf } from '../../domain/media-keys.ts'
import type { Operator } from '../../http/guards.ts'
import { addJob } from '../../jobs/queue.ts'
import { copyStored } from '../../storage/copy-stored.ts'
import { publishTrashed, refuseTrashedTakenDown } from '../uploads/taken-down-uploads.service.ts'
import { queuePutBack } from './put-away.service.ts'
import { forgetRemoval, lockTrashed, nameFiles, type TrashedRow, trashedFiles } from './trash.queries.ts'

export type RestoringDeps = Pick<Deps, 'db' | 'log' | 'storage' | 'tempDir'>

const gone = () => new AppError('not_found', 'This item is not in the trash any more.')

/** Copies files back that were put away. Those in the trash go after the commit. One that was lost before stays lost. */
const bringBackFiles = async (deps: RestoringDeps, tx: Db, { id, keys }: TrashedRow) => {
  const from = trashFolderOf(keys[0] ?? '')
  if (from === undefined) return
  for (const key of keys) {
    await lockTrashed(tx, id)
    await holding(tx, () => copyStored(deps, key, homeKeyOf(key)))
  }
  await nameFiles(tx, { mediaId: id, keys, from, to: '' })
  await addJob(tx, 'delete-files', { keys })
}

/**
 * Brings an item back in the caller's transaction, which has shared what is taken down: it has a position again, and counts
 * for its owner and the site.
 * @throws {AppError} `not_found`; `conflict` when it was taken down, or its uploader is being deleted; `unavailable`
 */
const restoreIn = async (
  deps: RestoringDeps,
  tx: Db,
  { mediaId, operator }: { mediaId: number; operator: Operator },
) => {
  await shareTakenDown(tx)
  const item = await lockTrashed(tx, mediaId)
  if (!item) throw gone()
  const contents = contentsOf(item.sha256, item.keys)
  await refuseTrashedTakenDown(tx, mediaId, contents)
  await bringBackFiles(deps, tx, item)
  await forgetRemoval(tx, mediaId, contents)
  const { ownerId: userId, votes, views } = item
  await recordOperator(tx, operator, { event: 'MEDIA_RESTORED', context: { mediaId, userId, votes, views } })
  // Last: the row of the catalog is locked until the commit.
  if (!(await publishTrashed(tx, mediaId))) throw new AppError('conflict', 'Its uploader is being deleted.')
}

type Restoration = {
  mediaId: number
  operator: Operator
  /** Done in the same transaction. */
  save?: (tx: Db) => Promise<void>
}

/** Brings an item back, with its votes and views. All of it happens, or nothing. @throws {AppError} as `restoreIn` */
export const restoreTrashed = async (
  deps: RestoringDeps,
  { mediaId, operator, save }: Restoration,
): Promise<undefined> => {
  const files = await trashedFiles(deps.db, mediaId)
  if (!files) throw gone()
  // Before a file is where visitors could fetch it: a process that dies leaves it there.
  if (trashFolderOf(files.originalKey) !== undefined) await queuePutBack(deps.db, mediaId, files.keys)
  await withTx(deps, async (tx) => {
    await restoreIn(deps, tx, { mediaId, operator })
    await save?.(tx)
  })
}
