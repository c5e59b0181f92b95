import type { Parsed } from '@hotvote/shared/contract'
import type { listTrash, matchingTrash } from '@hotvote/shared/operator/media-library'
import { and, asc, eq, gt, gte, ilike, inArray, lte, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { containing, sortedBy } from '../../platform/db/keyset.ts'
import { media, removedContent, takedownItems, takenDownMedia } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { removedItem } from './media-deletion.queries.ts'
import { libraryColumns } from './media-library.queries.ts'
import { FILE_KEYS } from './stored-media.sql.ts'

const SHA256 = sql<string>`encode(${media.sha256}, 'hex')`
const isTrashed = eq(media.status, 'trashed')
const { trashedAt, trashedBy } = media

const NEWEST = { by: sql`${trashedAt}`, kind: 'time' } as const

/** `until` is the time when the trash was listed (ISO 8601). */
export type TrashAt = { matching: z.infer<typeof matchingTrash>; until: string }

const buildFilters = ({ search, trashedBy: by, userId, since }: TrashAt['matching']) =>
  and(
    isTrashed,
    search ? ilike(media.originalName, containing(search)) : undefined,
    by && eq(trashedBy, by),
    userId === undefined ? undefined : eq(media.ownerId, userId),
    since === undefined ? undefined : gte(trashedAt, sql`${since}::timestamptz`),
  )

const isMatching = ({ matching, until }: TrashAt, after: number) =>
  and(buildFilters(matching), lte(trashedAt, sql`${until}::timestamptz`), gt(media.id, after))

const joinBar = ({ orm }: Db) => {
  const { mediaId, cause, isUpheld } = takenDownMedia
  const isBar = and(eq(mediaId, media.id), ne(cause, 'takedown'), isUpheld)
  return orm.select({ isThere: sql`true` }).from(takenDownMedia).where(isBar)
}

export const trashPage = async (db: Db, query: Parsed<typeof listTrash, 'query'>) => {
  const { sortValue, pageOf } = sortedBy(media.id, NEWEST, { ...query, order: 'desc' })
  const listed = db.orm
    .select({
      ...libraryColumns(db),
      trashedAt: sql<Date>`${trashedAt}`.mapWith(trashedAt),
      trashedBy: sql<'operator' | 'owner'>`${trashedBy}`,
      isBarred: sql<boolean>`EXISTS ${joinBar(db)}`,
      sortValue,
    })
    .from(media)
  return pageOf(listed, buildFilters(query))
}

/** Reads the files of an item that visitors can't see. `sha256` is the upload's hash in hex. */
export const hiddenFiles = async (db: Db, mediaId: number, statuses: ('trashed' | 'waiting')[]) => {
  const { originalKey, thumbKey, mimeType } = media
  const columns = { originalKey, thumbKey, mimeType, sha256: SHA256, keys: FILE_KEYS }
  const [row] = await db.orm
    .select(columns)
    .from(media)
    .where(and(eq(media.id, mediaId), inArray(media.status, statuses)))
  return row
}

export const trashedFiles = (db: Db, mediaId: number) => hiddenFiles(db, mediaId, ['trashed'])

export const trashAfter = async (db: Db, which: TrashAt, { after, most }: { after: number; most: number }) => {
  const rows = await db.orm
    .select({ id: media.id })
    .from(media)
    .where(isMatching(which, after))
    .orderBy(asc(media.id))
    .limit(most)
  return rows.map(({ id }) => id)
}

export const countTrash = (db: Db, which: TrashAt, after: number) => db.orm.$count(media, isMatching(which, after))

export const listTrashedItems = async ({ orm }: Db, takedownIds: number[]): Promise<Map<number | null, number[]>> => {
  const rows = await orm
    .selectDistinct({ id: takenDownMedia.takedownId, mediaId: media.id })
    .from(takenDownMedia)
    .innerJoin(media, and(eq(media.id, takenDownMedia.mediaId), isTrashed))
    .where(inArray(takenDownMedia.takedownId, takedownIds))
  const byClaim = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byClaim].map(([id, items]) => [id, items.map(({ mediaId }) => mediaId)]))
}

const STORE_ITEM = statement({
  name: 'store_trashed_item',
  text: `
UPDATE takedown_items SET removed_item = ${removedItem('item.trashed_at')}
FROM media item JOIN users owner ON owner.id = item.owner_id
WHERE takedown_items.takedown_id = $1 AND takedown_items.media_id = $2 AND item.id = $2`,
})

/** Copies the item's data into the claim, because the item may be erased later. */
export const storeTrashedItem = async (db: Db, { mediaId, takedownId }: { mediaId: number; takedownId: number }) => {
  await db.query(STORE_ITEM, [takedownId, mediaId])
}

export const isUpheld = async (db: Db, mediaId: number): Promise<boolean> =>
  (await db.orm.$count(
    takenDownMedia,
    and(eq(takenDownMedia.mediaId, mediaId), takenDownMedia.isUpheld, eq(takenDownMedia.cause, 'takedown')),
  )) > 0

export const forgetRemoval = async (db: Db, mediaId: number, contents: string[]) => {
  const { takedownId, mediaId: itsItem } = takenDownMedia
  const deletion = db.orm.delete(takenDownMedia).where(eq(itsItem, mediaId)).returning({ takedownId })
  const entry = db.orm.$with('entry').as(deletion)
  const isLinked = and(eq(takedownItems.takedownId, entry.takedownId), eq(takedownItems.mediaId, mediaId))
  const linked = { removedItem: null, removedPicture: null }
  await db.orm.with(entry).update(takedownItems).set(linked).from(entry).where(isLinked)
  await db.orm.delete(removedContent).where(inArray(removedContent.content, contents))
}
