import { TRASH_DAYS } from '@hotvote/shared/limits'
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { media, takenDownMedia } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { FILE_KEYS, IS_STORED, IS_WAITING } from './stored-media.sql.ts'

const isTrashed = eq(media.status, 'trashed')
const CAN_BE_DELETED = inArray(media.status, ['ready', 'waiting', 'trashed'])

/** Locks items, which blocks votes and views. `sha256` is in hex, and the first key is the original file's. */
const lockMedia = (db: Db, which: SQL | undefined, most: number) =>
  db.orm
    .select({
      id: media.id,
      ownerId: media.ownerId,
      mimeType: media.mimeType,
      size: media.sizeBytes,
      sha256: sql<string>`encode(${media.sha256}, 'hex')`,
      keys: FILE_KEYS,
      votes: sql<number>`${media.hotVotes} + ${media.notVotes}`,
      views: media.views,
      isWaiting: IS_WAITING,
      status: media.status,
      reviewCause: media.reviewCause,
      isDeclined: sql<boolean>`${media.declinedReason} IS NOT NULL`,
    })
    .from(media)
    .where(which)
    .orderBy(asc(media.id))
    .limit(most)
    .for('update')

export type LockedItem = Awaited<ReturnType<typeof lockMedia>>[number]

export const lockItem = async (db: Db, mediaId: number): Promise<LockedItem | undefined> =>
  (await lockMedia(db, and(eq(media.id, mediaId), IS_STORED), 1))[0]

export const lockTrashed = async (db: Db, mediaId: number): Promise<LockedItem | undefined> =>
  (await lockMedia(db, and(eq(media.id, mediaId), isTrashed), 1))[0]

export const lockItems = (db: Db, ids: number[]) => lockMedia(db, inArray(media.id, ids), ids.length)

export const lockOwnedItems = (db: Db, ownerId: number, most: number) =>
  lockMedia(db, and(eq(media.ownerId, ownerId), CAN_BE_DELETED), most)

export const lockExpired = (db: Db, most: number) =>
  lockMedia(db, and(isTrashed, lte(media.trashedAt, sql`now() - make_interval(days => ${TRASH_DAYS})`)), most)

export const lockClaimTrash = (db: Db, takedownId: number) => {
  const { mediaId: id } = takenDownMedia
  const named = db.orm.select({ id }).from(takenDownMedia).where(eq(takenDownMedia.takedownId, takedownId))
  return lockMedia(db, and(isTrashed, inArray(media.id, named)), 1000)
}

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

/** Marks locked items for erasure (docs/decisions/023). Returns the takedowns that now store the items' data. */
export const markItemsDeleted = (db: Db, mediaIds: number[]) => db.query(MARK_DELETED, [mediaIds, null])

/** Moves an item to the trash, where it keeps its votes, views and open reports (docs/decisions/023). */
export const markTrashed = (db: Db, mediaId: number, by: 'operator' | 'owner') =>
  db.query(MARK_DELETED, [[mediaId], by])
