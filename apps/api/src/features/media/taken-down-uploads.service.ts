import { removalCauses } from '@hotvote/shared/operator/removed-items'
import type { waitCauses } from '@hotvote/shared/operator/upload-review'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../domain/errors.ts'
import { contentId } from '../../domain/media-keys.ts'
import {
  MAX_CENTER_DISTANCE,
  MAX_CROP_DISTANCE,
  MAX_HASH_DISTANCE,
  MIN_HASH_BITS,
} from '../../domain/perceptual-hash.ts'
import { recordAudit } from '../../platform/audit/audit-log.ts'
import { type Db, withTx } from '../../platform/db/client.ts'
import { lookAlikes, takenDownHashes, takenDownMedia } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { ProcessedMedia } from '../../platform/decoder/processed-media.ts'
import { addDeletionJob, addKeyedJob } from '../../platform/jobs/queue.ts'
import { lockTakedownsShared } from '../moderation/taken-down.sql.ts'
import { readReviewRules } from '../settings/settings.service.ts'
import { queueRenditions } from './renditions.service.ts'
import { deleteOnePending, isNewUploader, MAY_UPLOAD, publish } from './uploads.queries.ts'

type Cause = (typeof removalCauses)[number]
type WaitCause = (typeof waitCauses)[number]

const isKnownBy = (hashes: string[]) => and(inArray(takenDownHashes.hash, hashes), takenDownMedia.isUpheld)

/** Takedowns take precedence over other causes. Returns undefined if the upload is allowed. */
const causeOfRefusal = async (db: Db, hashes: string[]): Promise<Cause | undefined> => {
  const { id, cause } = takenDownMedia
  const [row] = await db.orm
    .select({ cause })
    .from(takenDownHashes)
    .innerJoin(takenDownMedia, eq(id, takenDownHashes.takenDownId))
    .where(isKnownBy(hashes))
    .orderBy(desc(eq(cause, 'takedown')))
    .limit(1)
  return row?.cause
}

const countAttempt = async ({ orm }: Db, hashes: string[]) => {
  const { id, attempts } = takenDownMedia
  const entries = orm.select({ id: takenDownHashes.takenDownId }).from(takenDownHashes)
  const isMatched = inArray(id, entries.where(inArray(takenDownHashes.hash, hashes)))
  await orm
    .update(takenDownMedia)
    .set({ attempts: sql`${attempts} + 1` })
    .where(and(isMatched, takenDownMedia.isUpheld))
}

const CAUSES_FOR_ITEM = statement({
  name: 'causes_for_item',
  row: { cause: z.enum(removalCauses) },
  text: `
SELECT DISTINCT cause
FROM media, generate_series(0, octet_length(picture_hashes) / 32 - 1) n, taken_down_hashes known
JOIN taken_down_media ON taken_down_media.id = taken_down_id AND is_upheld
WHERE media.id = $1 AND hash = encode(substring(picture_hashes FROM n * 32 + 1 FOR 32), 'hex')`,
})

const causesForItem = async (db: Db, mediaId: number): Promise<Cause[]> =>
  (await db.query(CAUSES_FOR_ITEM, [mediaId])).map(({ cause }) => cause)

const LOOK_ALIKE = statement({
  name: 'look_alike',
  row: { id: z.number() },
  text: `
SELECT id FROM taken_down_media, LATERAL (
  SELECT bit_count((perceptual_hash # $1::bigint)::bit(64)) AS bits,
    bit_count((center_hash # ($2::bigint[])[1])::bit(64)) AS center_bits) distance
WHERE is_upheld AND (bits = 0
  OR bits <= ${MAX_HASH_DISTANCE} AND bit_count(perceptual_hash::bit(64)) >= ${MIN_HASH_BITS} AND bit_count($1::bigint::bit(64)) >= ${MIN_HASH_BITS}
  OR center_bits <= ${MAX_CENTER_DISTANCE} AND EXISTS (
    SELECT FROM unnest($2::bigint[]) crop WHERE bit_count((center_hash # crop)::bit(64)) <= ${MAX_CROP_DISTANCE}))
ORDER BY bits, id LIMIT 1`,
})

/** Compares with all removed items (cost: docs/decisions/031). Returns null if none looks similar. */
const findLookAlike = async (
  db: Db,
  { perceptualHash, centerHashes }: Pick<ProcessedMedia, 'perceptualHash' | 'centerHashes'>,
): Promise<number | null> => {
  if (perceptualHash === null) return null
  const [row] = await db.query(LOOK_ALIKE, [perceptualHash, centerHashes])
  return row?.id ?? null
}

const HOLD = statement({
  name: 'hold_upload',
  row: { createdAt: z.date() },
  text: `
WITH owner AS (
  SELECT users.id FROM media JOIN users ON users.id = owner_id WHERE media.id = $1 AND deleted_at IS NULL AND ${MAY_UPLOAD}
  FOR NO KEY UPDATE OF users),
item AS (
  UPDATE media SET status = 'waiting', review_cause = $3, updated_at = now() FROM owner WHERE media.id = $1 AND status = 'pending'
  RETURNING media.id, media.created_at),
held AS (INSERT INTO look_alikes (media_id, taken_down_id) SELECT id, $2 FROM item WHERE $2::bigint IS NOT NULL)
SELECT created_at FROM item`,
})

/** Sends an upload to review. Returns null if the row was swept, or its owner was deleted or blocked. */
const hold = async (db: Db, id: number, { cause, takenDownId }: { cause: WaitCause; takenDownId: number | null }) => {
  const [row] = await db.query(HOLD, [id, takenDownId, cause])
  return row ? { ...row, isWaiting: true, isChecking: cause === 'screening' } : null
}

type Picture = Pick<ProcessedMedia, 'sha256' | 'pictureHashes' | 'perceptualHash' | 'centerHashes' | 'files'>

const REMOVED = 'was removed by the operator of this site'
const REASONS: Record<Cause, string> = {
  takedown: 'was taken down after a copyright claim',
  reported: REMOVED,
  deleted: REMOVED,
}

const refusal = (cause: Cause) => new AppError('taken_down', `This ${REASONS[cause]} and cannot be uploaded again.`)

export const isTakedownRefusal = ({ message }: AppError) => message === refusal('takedown').message

type Known = Pick<Picture, 'sha256' | 'pictureHashes'>

const listHashes = ({ sha256, pictureHashes }: Known) => [contentId(sha256), ...pictureHashes]

const refuse = async (db: Db, picture: Known, cause: Cause) => {
  await countAttempt(db, listHashes(picture))
  throw refusal(cause)
}

/** @throws {AppError} `taken_down` if the file or picture belongs to a removed item (docs/decisions/031) */
export const refuseTakenDown = async (db: Db, picture: Known) => {
  const cause = await causeOfRefusal(db, listHashes(picture))
  if (cause) await refuse(db, picture, cause)
}

/**
 * Publishes an upload, or keeps it waiting if screening or review is due or it resembles a removed item.
 * @returns null if the upload is no longer pending
 */
const publishOrQueue = async (tx: Db, id: number, { picture, isReviewed, isScreened }: Publication) => {
  await queueRenditions(tx, id)
  const isAsked = isScreened && picture.files.some(({ variant }) => variant === 'thumb')
  if (isAsked) await addKeyedJob(tx, { name: 'screen-upload', payload: { mediaId: id }, key: String(id) })
  const takenDownId = await findLookAlike(tx, picture)
  if (takenDownId === null) {
    const cause = isAsked ? 'screening' : isReviewed && (await reasonToReview(tx, id, { isUnscreened: isScreened }))
    if (cause) return hold(tx, id, { cause, takenDownId })
    const published = await publish(tx, id)
    return published && { ...published, isWaiting: false, isChecking: false }
  }
  const held = await hold(tx, id, { cause: 'look_alike', takenDownId })
  if (!held) return null
  await recordAudit(tx, { event: 'LOOK_ALIKE_HELD', actor: 'system', context: { mediaId: id, takenDownId } })
  return held
}

type Publication = { picture: Picture; save?: Save | undefined; isReviewed?: boolean; isScreened?: boolean }

/** Returns why an upload must wait for review. See docs/decisions/038. */
export const reasonToReview = async (
  tx: Db,
  id: number,
  { isUnscreened, score }: { isUnscreened?: boolean | undefined; score?: number | undefined },
): Promise<WaitCause | undefined> => {
  const { mode, threshold, unscreened, ...rules } = await readReviewRules(tx)
  if (score !== undefined && score >= threshold) return 'flagged'
  if (isUnscreened && unscreened === 'wait') return 'not_screened'
  if (mode === 'everything') return mode
  return mode === 'new_uploaders' && (await isNewUploader(tx, id, rules)) ? 'new_uploader' : undefined
}

/** Runs in the transaction that publishes the item or queues it for review. */
export type Save = (tx: Db, made: { isWaiting: boolean }) => Promise<void>

/** Checks again for items that were removed during the upload. Returns null if the upload is no longer pending. */
export const publishUpload = async (deps: Pick<Deps, 'db' | 'log'>, id: number, publication: Publication) => {
  const { picture, save } = publication
  const { published, cause } = await withTx(deps, async (tx) => {
    await lockTakedownsShared(tx)
    const cause = await causeOfRefusal(tx, listHashes(picture))
    if (!cause) {
      const made = await publishOrQueue(tx, id, publication)
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

/** Publishes a locked item from the trash. Returns null if its owner is being deleted. */
export const publishTrashed = async (tx: Db, id: number) => {
  await queueRenditions(tx, id)
  return publish(tx, id, 'trashed')
}

export const wasRemovedSince = async (tx: Db, id: number) => (await causesForItem(tx, id)).length > 0

/** Publishes a waiting item that an operator approved. `gone` means that its owner is being deleted. */
export const publishWaiting = async (tx: Db, id: number): Promise<'done' | 'taken_down' | 'gone'> => {
  if (await wasRemovedSince(tx, id)) return 'taken_down'
  await queueRenditions(tx, id)
  if (!(await publish(tx, id, 'waiting'))) return 'gone'
  await tx.orm.delete(lookAlikes).where(eq(lookAlikes.mediaId, id))
  return 'done'
}

/** Returns null if the owner was deleted or blocked. */
export const publishScreened = (tx: Db, id: number) => publish(tx, id, 'screened')
