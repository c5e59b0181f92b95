import { recordAudit } from '../../audit/audit-log.ts'
import { type Db, withTx } from '../../db/client.ts'
import { shareTakenDown } from '../../db/taken-down.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { contentOf } from '../../domain/media-keys.ts'
import { addDeletionJob } from '../../jobs/queue.ts'
import type { ProcessedMedia } from '../../media/processed-media.ts'
import { countLateUpload } from '../overview/overview.service.ts'
import { queueRenditions } from './renditions.service.ts'
import { hold, isItemTakenDown, isTakenDown, lookAlikeOf } from './taken-down-uploads.queries.ts'
import { deleteOnePending, publish } from './uploads.queries.ts'

type Picture = Pick<ProcessedMedia, 'sha256' | 'pictureHashes' | 'perceptualHash'>

const refusal = () =>
  new AppError(
    'taken_down',
    'This was taken down after a copyright claim and cannot be uploaded again. If you think that is wrong, ask the operator of this site.',
  )

const isRefused = (db: Db, { sha256, pictureHashes }: Picture) => isTakenDown(db, [contentOf(sha256), ...pictureHashes])

/** @throws AppError `taken_down` for what shows what was taken down, or is the very file (docs/decisions/062) */
export const refuseTakenDown = async (db: Db, picture: Picture) => {
  if (await isRefused(db, picture)) throw refusal()
}

/**
 * Publishes an item, or lets it wait for the operator when it looks like what was taken down. Null when the row is no
 * longer pending. Its renditions are made in either case, and with them it gets the hash of its original.
 */
export const publishOrHold = async (tx: Db, id: number, { perceptualHash }: Picture) => {
  await queueRenditions(tx, id)
  const takenDownId = perceptualHash === null ? null : await lookAlikeOf(tx, perceptualHash)
  if (takenDownId === null) {
    const published = await publish(tx, id)
    return published && { ...published, isWaiting: false }
  }
  const held = await hold(tx, id, takenDownId)
  if (!held) return null
  await recordAudit(tx, { event: 'LOOK_ALIKE_HELD', actor: 'system', context: { mediaId: id, takenDownId } })
  return { ...held, isWaiting: true }
}

/** Part of the transaction that publishes an item, or lets it wait. */
export type Save = (tx: Db, made: { isWaiting: boolean }) => Promise<void>

/**
 * Publishes an upload whose files are stored. What was taken down while it was on its way goes again, with its files.
 * Null when the row is no longer pending.
 * @throws AppError `taken_down`
 */
export const publishUpload = async (
  deps: Pick<Deps, 'db' | 'log'>,
  id: number,
  { picture, save }: { picture: Picture; save: Save | undefined },
) => {
  const published = await withTx(deps, async (tx) => {
    await shareTakenDown(tx)
    if (!(await isRefused(tx, picture))) {
      const made = await publishOrHold(tx, id, picture)
      if (made) await save?.(tx, made)
      return made
    }
    const keys = await deleteOnePending(tx, id)
    if (keys.length > 0) await addDeletionJob(tx, { keys })
    return 'refused'
  })
  if (published === 'refused') throw refusal()
  return published
}

const wasTakenDown = () =>
  new AppError('conflict', 'This was taken down after a copyright claim. It cannot be restored.')

/** @throws AppError `conflict` when an item in the trash shows what was taken down, or was itself */
export const refuseTrashedTakenDown = async (tx: Db, id: number, contents: string[]) => {
  if ((await isItemTakenDown(tx, id)) || (await isTakenDown(tx, contents))) throw wasTakenDown()
}

/** Publishes an item of the trash, whose row is locked. Null when its owner is being deleted. */
export const publishTrashed = async (tx: Db, id: number) => {
  await queueRenditions(tx, id)
  return publish(tx, id, 'trashed')
}

/**
 * Publishes an item that waited; the days are shared, then its row is locked. Null when its owner is being deleted.
 * @throws AppError `conflict` when the very picture was taken down meanwhile
 */
export const publishWaiting = async (tx: Db, id: number) => {
  if (await isItemTakenDown(tx, id))
    throw new AppError('conflict', 'This very picture was taken down meanwhile. It can only be removed.')
  await queueRenditions(tx, id)
  const published = await publish(tx, id, 'waiting')
  if (published) await countLateUpload(tx, published)
  return published
}
