import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { takenDownHashes, takenDownMedia } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { NEAR, STRUCTURE } from '../../domain/perceptual-hash.ts'
import { MAY_UPLOAD } from './uploads.queries.ts'

/** Whether one of these hashes is that of an item whose takedown is upheld. */
export const isTakenDown = async (db: Db, hashes: string[]): Promise<boolean> => {
  const [row] = await db.orm
    .select({ id: takenDownMedia.id })
    .from(takenDownHashes)
    .innerJoin(takenDownMedia, eq(takenDownMedia.id, takenDownHashes.takenDownId))
    .where(and(inArray(takenDownHashes.hash, hashes), takenDownMedia.isUpheld))
    .limit(1)
  return row !== undefined
}

const IS_ITEM_TAKEN_DOWN = statement({
  name: 'is_item_taken_down',
  row: { isTakenDown: z.boolean() },
  text: `
SELECT EXISTS (
  SELECT FROM media, generate_series(0, octet_length(picture_hashes) / 32 - 1) n, taken_down_hashes known
  JOIN taken_down_media ON taken_down_media.id = taken_down_id AND is_upheld
  WHERE media.id = $1 AND hash = encode(substring(picture_hashes FROM n * 32 + 1 FOR 32), 'hex')) AS is_taken_down`,
})

/** The same of an item, by what it shows. */
export const isItemTakenDown = async (db: Db, mediaId: number): Promise<boolean> =>
  onlyRow(await db.query(IS_ITEM_TAKEN_DOWN, [mediaId])).isTakenDown

const LOOK_ALIKE = statement({
  name: 'look_alike',
  row: { id: z.number() },
  text: `
SELECT id FROM taken_down_media, LATERAL (SELECT bit_count((perceptual_hash # $1::bigint)::bit(64)) AS bits) distance
WHERE is_upheld AND (bits = 0 OR bits <= ${NEAR}
  AND bit_count(perceptual_hash::bit(64)) >= ${STRUCTURE} AND bit_count($1::bigint::bit(64)) >= ${STRUCTURE})
ORDER BY bits, id LIMIT 1`,
})

/** What was taken down and looks most like this; null when nothing does. A scan: 100,000 hashes take some 30 ms. */
export const lookAlikeOf = async (db: Db, perceptualHash: string): Promise<number | null> => {
  const [row] = await db.query(LOOK_ALIKE, [perceptualHash])
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

/** Lets an upload wait for the operator. Null when the row was swept, and when its owner is being deleted or was blocked. */
export const hold = async (db: Db, id: number, takenDownId: number): Promise<{ createdAt: Date } | null> => {
  const [row] = await db.query(HOLD, [id, takenDownId])
  return row ?? null
}
