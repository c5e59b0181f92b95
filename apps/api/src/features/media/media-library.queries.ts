import type { Parsed } from '@hotvote/shared/contract'
import type { listMedia, matchingMedia, mediaSorts } from '@hotvote/shared/operator/media-library'
import { and, asc, count, eq, gt, ilike, inArray, like, lte, not, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { countWhere, onlyRow, sumColumn } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { containing, type Sort, sortedBy } from '../../platform/db/keyset.ts'
import { media, users } from '../../platform/db/schema/index.ts'
import { MEDIA_COLUMNS } from './stored-media.sql.ts'

type LibraryQuery = Parsed<typeof listMedia, 'query'>

const votes = sql`${media.hotVotes} + ${media.notVotes}`

const SORTS: Record<(typeof mediaSorts)[number], Sort> = {
  uploadedAt: { by: sql`${media.createdAt}`, kind: 'time' },
  votes: { by: sql`(${votes})`, kind: 'number' },
  // The value -1 sorts items without votes last.
  hot: { by: sql`coalesce(${media.hotVotes}::float8 / nullif(${votes}, 0), -1)`, kind: 'number' },
  views: { by: sql`${media.views}`, kind: 'number' },
  size: { by: sql`${media.sizeBytes}`, kind: 'number' },
  name: { by: sql`lower(${media.originalName})`, kind: 'text' },
}

const isReady = eq(media.status, 'ready')

const buildFilters = ({ search, type, userId, id }: Matching['matching']) =>
  and(
    search ? ilike(media.originalName, containing(search)) : undefined,
    type && like(media.mimeType, `${type}/%`),
    userId === undefined ? undefined : eq(media.ownerId, userId),
    id === undefined ? undefined : eq(media.id, id),
  )

/** `until` is when the list was shown (ISO 8601). */
export type Matching = { matching: z.infer<typeof matchingMedia>; until: string }

/** Excludes items that changed since the list was shown, because the operator may not have seen them. */
const isMatching = ({ matching, until }: Matching, after: number) =>
  and(isReady, buildFilters(matching), gt(media.id, after), lte(media.updatedAt, sql`${until}::timestamptz`))

export const matchingAfter = async (db: Db, which: Matching, { after, most }: { after: number; most: number }) => {
  const rows = await db.orm
    .select({ id: media.id })
    .from(media)
    .where(isMatching(which, after))
    .orderBy(asc(media.id))
    .limit(most)
  return rows.map(({ id }) => id)
}

export const countOfMatching = (db: Db, which: Matching, after: number) =>
  db.orm.$count(media, isMatching(which, after))

export const isFiltered = (query: LibraryQuery) => buildFilters(query) !== undefined

const IS_UPHELD = sql<boolean>`EXISTS (
  SELECT FROM takedown_items JOIN takedowns ON takedowns.id = takedown_items.takedown_id
  WHERE takedown_items.media_id = media.id AND takedown_items.removed_item IS NULL AND takedowns.status = 'resolved')`

export const countRemovals = async (db: Db, which: Matching) =>
  onlyRow(
    await db.orm
      .select({ toTrash: countWhere(not(IS_UPHELD)), forGood: countWhere(IS_UPHELD) })
      .from(media)
      .where(isMatching(which, 0)),
  )

/** PostgreSQL looks up owners after the limit, so only for one page. */
export const libraryColumns = ({ orm }: Db) => {
  const owner = orm.select({ username: users.username }).from(users).where(eq(users.id, media.ownerId))
  return { ...MEDIA_COLUMNS, ownerId: media.ownerId, username: sql<string>`${owner}`, isForGood: IS_UPHELD }
}

export const itemsOfIds = (db: Db, ids: number[]) =>
  db.orm
    .select(libraryColumns(db))
    .from(media)
    .where(and(isReady, inArray(media.id, ids)))

export const itemsOfLibrary = async (db: Db, query: LibraryQuery) => {
  const { sortValue, pageOf } = sortedBy(media.id, SORTS[query.sort], query)
  const listed = db.orm.select({ ...libraryColumns(db), sortValue }).from(media)
  return pageOf(listed, and(isReady, buildFilters(query)))
}

export const countOfLibrary = (db: Db, query: LibraryQuery) => db.orm.$count(media, and(isReady, buildFilters(query)))

export const totalsOfLibrary = async (db: Db) =>
  onlyRow(
    await db.orm
      .select({ totalMedia: count(), totalVotes: sumColumn(votes), totalViews: sumColumn(media.views) })
      .from(media)
      .where(isReady),
  )
