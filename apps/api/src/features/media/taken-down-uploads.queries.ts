import { removalCauses } from '@hotvote/shared/operator/removed-items'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { CROP_CANDIDATE, NEAR, NEAR_CROP, STRUCTURE } from '../../domain/perceptual-hash.ts'
import type { Db } from '../../platform/db/client.ts'
import { takenDownHashes, takenDownMedia } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import type { ProcessedMedia } from '../../platform/decoder/processed-media.ts'
import { MAY_UPLOAD } from './uploads.queries.ts'

type Cause = (typeof removalCauses)[number]

const isKnownBy = (hashes: string[]) => and(inArray(takenDownHashes.hash, hashes), takenDownMedia.isUpheld)

/** Takedowns take precedence over other causes; undefined when the upload is allowed. */
export const causeOfRefusal = async (db: Db, hashes: string[]): Promise<Cause | undefined> => {
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

export const countAttempt = async ({ orm }: Db, hashes: string[]) => {
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

export const causesForItem = async (db: Db, mediaId: number): Promise<Cause[]> =>
  (await db.query(CAUSES_FOR_ITEM, [mediaId])).map(({ cause }) => cause)

const LOOK_ALIKE = statement({
  name: 'look_alike',
  row: { id: z.number() },
  text: `
SELECT id FROM taken_down_media, LATERAL (
  SELECT bit_count((perceptual_hash # $1::bigint)::bit(64)) AS bits,
    bit_count((center_hash # ($2::bigint[])[1])::bit(64)) AS center_bits) distance
WHERE is_upheld AND (bits = 0
  OR bits <= ${NEAR} AND bit_count(perceptual_hash::bit(64)) >= ${STRUCTURE} AND bit_count($1::bigint::bit(64)) >= ${STRUCTURE}
  OR center_bits <= ${CROP_CANDIDATE} AND EXISTS (
    SELECT FROM unnest($2::bigint[]) crop WHERE bit_count((center_hash # crop)::bit(64)) <= ${NEAR_CROP}))
ORDER BY bits, id LIMIT 1`,
})

/** Null when no removed item is similar. Scans all hashes; see docs/decisions/031 for the cost. */
export const findLookAlike = async (
  db: Db,
  { perceptualHash, centerHashes }: Pick<ProcessedMedia, 'perceptualHash' | 'centerHashes'>,
): Promise<number | null> => {
  if (perceptualHash === null) return null
  const [row] = await db.query(LOOK_ALIKE, [perceptualHash, centerHashes])
  return row?.id ?? null
}

const HOLD = statement({
  name: 'hold_look_alike',
  row: { createdAt: z.date() },
  text: `
WITH owner AS (
  SELECT users.id FROM media JOIN users ON users.id = owner_id WHERE media.id = $1 AND deleted_at IS NULL AND ${MAY_UPLOAD}
  FOR NO KEY UPDATE OF users),
item AS (
  UPDATE media SET status = 'waiting', updated_at = now() FROM owner WHERE media.id = $1 AND status = 'pending'
  RETURNING media.id, media.created_at),
held AS (INSERT INTO look_alikes (media_id, taken_down_id) SELECT id, $2 FROM item)
SELECT created_at FROM item`,
})

/** Null when the row was swept, or its owner was deleted or blocked. */
export const hold = async (db: Db, id: number, takenDownId: number): Promise<{ createdAt: Date } | null> => {
  const [row] = await db.query(HOLD, [id, takenDownId])
  return row ?? null
}
