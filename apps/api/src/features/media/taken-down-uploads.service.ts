import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { contentId } from '../../domain/media-keys.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import type { ProcessedMedia } from '../../platform/decoder/processed-media.ts'
import { addDeletionJob } from '../../platform/jobs/queue.ts'
import { shareTakenDown } from '../moderation/taken-down.sql.ts'
import { queueRenditions } from './renditions.service.ts'
import { causeOfRefusal, causesForItem, countAttempt, findLookAlike, hold } from './taken-down-uploads.queries.ts'
import { deleteOnePending, publish } from './uploads.queries.ts'

type Picture = Pick<ProcessedMedia, 'sha256' | 'pictureHashes' | 'perceptualHash' | 'centerHashes'>

type Cause = NonNullable<Awaited<ReturnType<typeof causeOfRefusal>>>

const REMOVED = 'was removed by the operator of this site'
const REASONS: Record<Cause, string> = {
  takedown: 'was taken down after a copyright claim',
  reported: REMOVED,
  deleted: REMOVED,
}

const refusal = (cause: Cause) =>
  new AppError(
    'taken_down',
    `This ${REASONS[cause]} and cannot be uploaded again. If you think that is wrong, ask the operator of this site.`,
  )

export const isOfClaim = ({ message }: AppError) => message === refusal('takedown').message

type Known = Pick<Picture, 'sha256' | 'pictureHashes'>

const listHashes = ({ sha256, pictureHashes }: Known) => [contentId(sha256), ...pictureHashes]

const refuse = async (db: Db, picture: Known, cause: Cause) => {
  await countAttempt(db, listHashes(picture))
  throw refusal(cause)
}

/** @throws {AppError} `taken_down` for a removed item's file or picture (docs/decisions/031) */
export const refuseTakenDown = async (db: Db, picture: Known) => {
  const cause = await causeOfRefusal(db, listHashes(picture))
  if (cause) await refuse(db, picture, cause)
}

/** Lets an upload wait when it looks like a removed item; null when no longer pending. */
const publishOrHold = async (tx: Db, id: number, picture: Picture) => {
  await queueRenditions(tx, id)
  const takenDownId = await findLookAlike(tx, picture)
  if (takenDownId === null) {
    const published = await publish(tx, id)
    return published && { ...published, isWaiting: false }
  }
  const held = await hold(tx, id, takenDownId)
  if (!held) return null
  await recordAudit(tx, { event: 'LOOK_ALIKE_HELD', actor: 'system', context: { mediaId: id, takenDownId } })
  return { ...held, isWaiting: true }
}

/** Runs in the transaction that publishes the item or lets it wait. */
export type Save = (tx: Db, made: { isWaiting: boolean }) => Promise<void>

/** Deletes a copy of an item that was removed during the upload; null when not pending. */
export const publishUpload = async (
  deps: Pick<Deps, 'db' | 'log'>,
  id: number,
  { picture, save }: { picture: Picture; save: Save | undefined },
) => {
  const { published, cause } = await withTx(deps, async (tx) => {
    await shareTakenDown(tx)
    const cause = await causeOfRefusal(tx, listHashes(picture))
    if (!cause) {
      const made = await publishOrHold(tx, id, picture)
      if (made) await save?.(tx, made)
      return { published: made }
    }
    const keys = await deleteOnePending(tx, id)
    if (keys.length > 0) await addDeletionJob(tx, { keys })
    return { published: null, cause }
  })
  if (cause) await refuse(deps.db, picture, cause)
  return published
}

const wasTakenDown = () =>
  new AppError('conflict', 'This was taken down after a copyright claim. It cannot be restored.')

export const refuseTrashedTakenDown = async (tx: Db, id: number, contents: string[]) => {
  const causes = [...(await causesForItem(tx, id)), await causeOfRefusal(tx, contents)]
  if (causes.includes('takedown')) throw wasTakenDown()
}

/** Publishes a locked item from the trash; null when its owner is being deleted. */
export const publishTrashed = async (tx: Db, id: number) => {
  await queueRenditions(tx, id)
  return publish(tx, id, 'trashed')
}

/** Refuses if the same picture was removed since; null when the owner is being deleted. */
export const publishWaiting = async (tx: Db, id: number) => {
  if ((await causesForItem(tx, id)).length > 0)
    throw new AppError('conflict', 'This very picture was removed in the meantime. Remove it, or allow it again first.')
  await queueRenditions(tx, id)
  return publish(tx, id, 'waiting')
}
