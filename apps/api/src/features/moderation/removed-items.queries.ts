import type { Parsed } from '@hotvote/shared/contract'
import type { listRemovedItems } from '@hotvote/shared/operator/removed-items'
import { and, eq, ilike, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listContentIds } from '../../domain/media-keys.ts'
import type { Db } from '../../platform/db/client.ts'
import { containing, newestFirst } from '../../platform/db/keyset.ts'
import { media, removedContent, takenDownMedia, users } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { joinClaimedItem } from './taken-down.sql.ts'

type ListQuery = Parsed<typeof listRemovedItems, 'query'>

const buildFilters = ({ search, cause }: Omit<ListQuery, 'limit'>) =>
  and(
    takenDownMedia.isUpheld,
    search ? ilike(takenDownMedia.originalName, containing(search)) : undefined,
    cause && eq(takenDownMedia.cause, cause),
  )

export const removedItemsPage = (db: Db, query: ListQuery) => {
  const { id, cause, takedownId, mediaId, originalName, ownerId: userId, attempts, createdAt } = takenDownMedia
  const claimed = joinClaimedItem(db)
  const listed = db.orm
    .select({
      ...{ id, cause, takedownId, mediaId, originalName, userId, attempts, createdAt },
      username: users.username,
      hasTrashedPicture: isNotNull(media.thumbKey).mapWith(Boolean),
      picture: claimed.removedPicture,
    })
    .from(takenDownMedia)
    .leftJoin(users, and(eq(users.id, userId), isNull(users.deletedAt)))
    .leftJoin(media, and(eq(media.id, mediaId), eq(media.status, 'trashed')))
    .leftJoinLateral(claimed, sql`true`)
  return newestFirst(id, query).pageOf(listed, buildFilters(query))
}

export const countRemovedItems = (db: Db, query: ListQuery) => db.orm.$count(takenDownMedia, buildFilters(query))

/** `sha256` is in hex, and the first key is the original file's. */
export type RemovedFiles = { id: number; sha256: string; keys: string[] }

/** Reasons for a removal: the operator's `cause`, takedown claims, or a removed item that looks similar. */
export type Reasons = {
  cause?: 'reported' | 'deleted'
  claims?: { id: number; mediaId: number }[]
  looksLike?: number | null | undefined
}

const INSERT_ENTRIES = statement({
  name: 'insert_removed_items',
  row: { id: z.number(), mediaId: z.number() },
  text: `
WITH item AS (
  SELECT id, owner_id, original_name, perceptual_hash, center_hash, picture_hashes FROM media
  WHERE id = ANY ($1::bigint[])),
hash AS (
  SELECT * FROM unnest($2::bigint[], $3::text[]) given (media_id, hash) UNION
  SELECT id, encode(substring(picture_hashes FROM n * 32 + 1 FOR 32), 'hex')
  FROM item, generate_series(0, octet_length(picture_hashes) / 32 - 1) n),
reason AS (
  SELECT id AS media_id, NULL::bigint AS takedown_id, $4::text AS cause, true AS is_upheld FROM item
  WHERE $4::text IS NOT NULL AND NOT EXISTS (
    SELECT FROM taken_down_media known WHERE known.media_id = item.id AND known.cause <> 'takedown' AND known.is_upheld)
  UNION ALL
  SELECT claim.media_id, takedowns.id, 'takedown', status = 'resolved'
  FROM unnest($5::bigint[], $6::bigint[]) claim (media_id, takedown_id) JOIN takedowns ON takedowns.id = claim.takedown_id
  UNION ALL
  SELECT item.id, takedown_id, cause, is_upheld FROM item, taken_down_media WHERE taken_down_media.id = $7::bigint),
entry AS (
  INSERT INTO taken_down_media
    (takedown_id, cause, media_id, owner_id, original_name, perceptual_hash, center_hash, is_upheld)
  SELECT takedown_id, cause, id, owner_id, original_name, perceptual_hash, center_hash, is_upheld
  FROM item JOIN reason ON reason.media_id = item.id ORDER BY id
  RETURNING id, media_id),
hashed AS (INSERT INTO taken_down_hashes (taken_down_id, hash) SELECT entry.id, hash FROM entry JOIN hash USING (media_id))
SELECT entry.id, media.id AS media_id FROM entry JOIN media ON media.id = media_id`,
})

export const insertEntries = (db: Db, items: RemovedFiles[], { cause, claims = [], looksLike }: Reasons) => {
  const known = items.flatMap(({ id, sha256, keys }) => listContentIds(sha256, keys).map((hash) => ({ id, hash })))
  return db.query(INSERT_ENTRIES, [
    items.map(({ id }) => id),
    known.map(({ id }) => id),
    known.map(({ hash }) => hash),
    cause ?? null,
    claims.map(({ mediaId }) => mediaId),
    claims.map(({ id }) => id),
    looksLike ?? null,
  ])
}

export const insertRemovedContent = async (db: Db, items: RemovedFiles[]) => {
  const contents = items.flatMap(({ sha256, keys }) => listContentIds(sha256, keys))
  const rows = contents.toSorted().map((content) => ({ content }))
  await db.orm.insert(removedContent).values(rows).onConflictDoNothing()
}

const isBar = ne(takenDownMedia.cause, 'takedown')

export const deleteBars = async (db: Db, mediaId: number): Promise<number[]> => {
  const isOfItem = and(eq(takenDownMedia.mediaId, mediaId), isBar)
  const rows = await db.orm.delete(takenDownMedia).where(isOfItem).returning({ id: takenDownMedia.id })
  return rows.map(({ id }) => id)
}

/** Allows uploading an item again, but keeps entries of takedown requests. Returns undefined if nothing changed. */
export const liftEntry = async (db: Db, id: number) => {
  const isIt = and(eq(takenDownMedia.id, id), takenDownMedia.isUpheld)
  const { cause, mediaId, takedownId } = takenDownMedia
  const [lifted] = await db.orm
    .update(takenDownMedia)
    .set({ isUpheld: false, updatedAt: sql`now()` })
    .where(isIt)
    .returning({ cause, mediaId, takedownId })
  if (lifted && lifted.cause !== 'takedown') await db.orm.delete(takenDownMedia).where(eq(takenDownMedia.id, id))
  return lifted
}
