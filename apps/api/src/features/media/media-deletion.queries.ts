import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { media, removedContent } from '../../db/schema/index.ts'
import { statement } from '../../db/statement.ts'
import { FILE_KEYS, IS_STORED, IS_WAITING } from '../../db/stored-media.ts'

/** What is deleted of an item besides its row. */
const CONTENT = { id: media.id, sha256: sql<string>`encode(${media.sha256}, 'hex')`, keys: FILE_KEYS }

/**
 * Holds an item until the transaction ends: from here on no vote or view can arrive. Null when there is none. `sha256` in
 * hex; the first of `keys` is the original's.
 */
export const lockItem = async (db: Db, mediaId: number) => {
  const { ownerId, mimeType, sizeBytes: size, views } = media
  const isWaiting = IS_WAITING
  const votes = sql<number>`${media.hotVotes} + ${media.notVotes}`
  const [row] = await db.orm
    .select({ ...CONTENT, ownerId, mimeType, size, votes, views, isWaiting })
    .from(media)
    .where(and(eq(media.id, mediaId), IS_STORED))
    .for('update')
    .prepare('lock_item')
    .execute()
  return row ?? null
}

/** The same for the first items of an owner, by id, as every lock of many rows. */
export const lockFirstItemsOf = (db: Db, ownerId: number, most: number) =>
  db.orm
    .select(CONTENT)
    .from(media)
    .where(and(eq(media.ownerId, ownerId), IS_STORED))
    .orderBy(asc(media.id))
    .limit(most)
    .for('update')

/** As SQL: what claims store of an `item` of an `owner` that was removed at a time. */
export const removedItem = (time: string) => `jsonb_build_object('id', item.id, 'originalName', item.original_name,
  'username', owner.username, 'mimeType', item.mime_type, 'votes', item.hot_votes + item.not_votes, 'removedAt', ${time})`

const MARK_DELETED = statement({
  name: 'mark_deleted',
  row: { id: z.number(), mediaId: z.number() },
  text: `
WITH shown AS (SELECT id FROM media WHERE id = ANY ($1::bigint[]) AND status = 'ready'),
gone AS (
  UPDATE media SET status = CASE WHEN $2::text IS NULL THEN 'deleted' ELSE 'trashed' END, position = NULL, upload_key = NULL,
    trashed_by = $2::text, trashed_at = CASE WHEN $2::text IS NOT NULL THEN now() END, updated_at = now()
  WHERE id = ANY ($1::bigint[])
  RETURNING id, owner_id),
decided AS (DELETE FROM look_alikes USING gone WHERE look_alikes.media_id = gone.id),
unreported AS (
  DELETE FROM reported_media USING gone
  WHERE reported_media.media_id = gone.id AND ($2::text IS NULL OR decided_at IS NOT NULL)),
reported AS (
  UPDATE reported_media SET decided_at = now() FROM gone
  WHERE reported_media.media_id = gone.id AND $2::text IS NOT NULL AND decided_at IS NULL),
settled AS (
  UPDATE reports SET settled_at = now() FROM gone WHERE reports.media_id = gone.id AND settled_at IS NULL),
less AS (
  UPDATE users SET uploads = uploads - fewer.n
  FROM (SELECT owner_id, count(*) AS n FROM gone JOIN shown USING (id) GROUP BY owner_id) fewer
  WHERE users.id = fewer.owner_id)
UPDATE takedown_items SET removed_item = ${removedItem('now()')}
FROM media item JOIN users owner ON owner.id = item.owner_id
WHERE item.id = ANY ($1::bigint[]) AND takedown_items.media_id = item.id AND takedown_items.removed_item IS NULL
RETURNING takedown_items.takedown_id AS id, item.id AS media_id`,
})

/**
 * Marks locked items as deleted. Their votes, views and rows are erased later (docs/decisions/040), and their reports are settled. Takedown
 * requests about them store what they were; their ids are returned, with those of the items.
 */
export const markItemsDeleted = (db: Db, mediaIds: number[]) => db.query(MARK_DELETED, [mediaIds, null])

/**
 * Moves an item to the trash (docs/decisions/075): votes, views, row and files stay until it is erased, and so
 * does, for an item with open reports, the row that a restoration opens again (`reopenReports`).
 */
export const markTrashed = (db: Db, mediaId: number, by: 'operator' | 'owner') =>
  db.query(MARK_DELETED, [[mediaId], by])

export const rememberRemoved = async (db: Db, contents: string[]) => {
  await db.orm
    .insert(removedContent)
    .values(contents.map((content) => ({ content })))
    .onConflictDoNothing()
}

/** `claims`: the requests that an entry is made for, its cause, and whether it is upheld, as SQL. */
const remembered = (name: string, claims: string) =>
  statement({
    name,
    text: `
WITH item AS (
  SELECT id, owner_id, original_name, perceptual_hash, center_hash, picture_hashes FROM media WHERE id = $1),
known AS (
  SELECT unnest($2::text[]) AS hash UNION
  SELECT encode(substring(picture_hashes FROM n * 32 + 1 FOR 32), 'hex')
  FROM item, generate_series(0, octet_length(picture_hashes) / 32 - 1) n),
taken_down AS (
  INSERT INTO taken_down_media
    (takedown_id, cause, media_id, owner_id, original_name, perceptual_hash, center_hash, is_upheld)
  SELECT claim.id, claim.cause, item.id, owner_id, original_name, perceptual_hash, center_hash, claim.is_upheld
  FROM item, (${claims}) claim RETURNING id)
INSERT INTO taken_down_hashes (taken_down_id, hash) SELECT id, hash FROM taken_down, known`,
  })
const REMEMBER_TAKEN_DOWN = remembered(
  'remember_taken_down',
  `SELECT id, 'takedown' AS cause, status = 'resolved' AS is_upheld FROM takedowns WHERE id = ANY ($3::bigint[])`,
)
const REMEMBER_LOOK_ALIKE = remembered(
  'remember_look_alike',
  `SELECT $3::bigint AS id, cause, is_upheld FROM taken_down_media WHERE id = $4::bigint`,
)

type TakenDown = { mediaId: number; claims: number[]; contents: string[] }

/**
 * Stores what an item with claims is known by. It counts at once where the claim was resolved before, whoever deletes the
 * item, and otherwise when that is decided.
 */
export const rememberTakenDown = async (db: Db, { mediaId, claims, contents }: TakenDown) => {
  if (claims.length > 0) await db.query(REMEMBER_TAKEN_DOWN, [mediaId, contents, claims])
}

/** What it looks like is `takenDownId`; null when that is gone. */
type LookAlike = { mediaId: number; contents: string[]; takedownId: number | null; takenDownId: number | null }

/**
 * Stores what an item is known by that was removed because it looks like another. It counts while the other one does, and is
 * not stored where that is allowed again.
 */
export const rememberLookAlike = async (db: Db, { mediaId, contents, takedownId, takenDownId }: LookAlike) => {
  await db.query(REMEMBER_LOOK_ALIKE, [mediaId, contents, takedownId, takenDownId])
}
