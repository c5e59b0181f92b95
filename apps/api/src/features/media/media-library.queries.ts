import type { Parsed } from '@hotvote/shared/contract'
import type { listMedia, matchingMedia, mediaSorts } from '@hotvote/shared/operator/media-library'
import { and, asc, count, eq, gt, gte, ilike, inArray, isNotNull, isNull, like, lt, lte, not, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { countWhere, onlyRow, sumColumn } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { containing, type Sort, sortedBy } from '../../platform/db/keyset.ts'
import { catalog, media, reportedMedia, users } from '../../platform/db/schema/index.ts'
import { IS_HIDDEN, IS_STORED, MEDIA_COLUMNS } from './stored-media.sql.ts'

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
const isOpen = isNull(reportedMedia.decidedAt)

const STATUSES = {
  live: and(isReady, isNotNull(media.position)),
  hidden: IS_HIDDEN,
  waiting: eq(media.status, 'waiting'),
  trashed: eq(media.status, 'trashed'),
}
const STATUS = sql<
  keyof typeof STATUSES
>`CASE WHEN ${IS_HIDDEN} THEN 'hidden' WHEN ${isReady} THEN 'live' ELSE ${media.status} END`

/** Matches live and hidden items if no status is given. */
const hasStatus = ({ orm }: Db, wanted: Matching['matching']['status']) => {
  if (wanted !== 'reported') return wanted ? STATUSES[wanted] : isReady
  return and(isReady, inArray(media.id, orm.select({ id: reportedMedia.mediaId }).from(reportedMedia).where(isOpen)))
}

const startOfDay = (day: string, later = 0) => sql`(${day}::date + ${later}::int)::timestamp AT TIME ZONE 'UTC'`

const isUnseen = sql`${media.createdAt} > (SELECT coalesce(seen_until, '-infinity') FROM catalog)`

export const markMediaSeen = async ({ orm }: Db, until: string) => {
  await orm.update(catalog).set({ seenUntil: sql`least(${until}::timestamptz, now())` })
}

const buildFilters = ({ search, type, userId, id, from, to, seen }: Matching['matching']) =>
  and(
    search ? ilike(media.originalName, containing(search)) : undefined,
    type && like(media.mimeType, `${type}/%`),
    userId === undefined ? undefined : eq(media.ownerId, userId),
    id === undefined ? undefined : eq(media.id, id),
    from === undefined ? undefined : gte(media.createdAt, startOfDay(from)),
    to === undefined ? undefined : lt(media.createdAt, startOfDay(to, 1)),
    seen && isUnseen,
  )

/** `until` is the time when the list was shown (ISO 8601). */
export type Matching = { matching: z.infer<typeof matchingMedia>; until: string }

/** Excludes items that changed since the list was shown, because the operator may not have seen them. */
const isMatching = (db: Db, { matching, until }: Matching, after: number) =>
  and(
    IS_STORED,
    hasStatus(db, matching.status),
    buildFilters(matching),
    gt(media.id, after),
    lte(media.updatedAt, sql`${until}::timestamptz`),
  )

export const matchingAfter = async (db: Db, which: Matching, { after, most }: { after: number; most: number }) => {
  const rows = await db.orm
    .select({ id: media.id })
    .from(media)
    .where(isMatching(db, which, after))
    .orderBy(asc(media.id))
    .limit(most)
  return rows.map(({ id }) => id)
}

export const countMatching = (db: Db, which: Matching, after: number) =>
  db.orm.$count(media, isMatching(db, which, after))

export const isFiltered = (query: LibraryQuery) => (query.status ?? buildFilters(query)) !== undefined

/** Waiting uploads and items with an upheld takedown are erased directly, because they can't be restored. */
const IS_PERMANENT = sql<boolean>`(${media.status} = 'waiting' OR EXISTS (
  SELECT FROM takedown_items JOIN takedowns ON takedowns.id = takedown_items.takedown_id
  WHERE takedown_items.media_id = media.id AND takedown_items.removed_item IS NULL AND takedowns.status = 'resolved'))`

export const countRemovals = async (db: Db, which: Matching) =>
  onlyRow(
    await db.orm
      .select({ toTrash: countWhere(not(IS_PERMANENT)), forGood: countWhere(IS_PERMANENT) })
      .from(media)
      .where(isMatching(db, which, 0)),
  )

/** PostgreSQL applies the limit first, so it looks up owners only for one page. */
export const libraryColumns = ({ orm }: Db) => {
  const owner = orm.select({ username: users.username }).from(users).where(eq(users.id, media.ownerId))
  return {
    ...MEDIA_COLUMNS,
    ownerId: media.ownerId,
    username: sql<string>`${owner}`,
    isForGood: IS_PERMANENT,
    status: STATUS,
  }
}

export const findItems = (db: Db, ids: number[]) =>
  db.orm
    .select(libraryColumns(db))
    .from(media)
    .where(and(isReady, inArray(media.id, ids)))

export const listLibrary = async (db: Db, query: LibraryQuery) => {
  const { sortValue, pageOf } = sortedBy(media.id, SORTS[query.sort], query)
  const listed = db.orm.select({ ...libraryColumns(db), sortValue }).from(media)
  return pageOf(listed, and(hasStatus(db, query.status), buildFilters(query)))
}

export const countOfLibrary = (db: Db, query: LibraryQuery) =>
  db.orm.$count(media, and(hasStatus(db, query.status), buildFilters(query)))

export const readLibraryTotals = async (db: Db) =>
  onlyRow(
    await db.orm
      .select({ totalMedia: count(), totalVotes: sumColumn(votes), totalViews: sumColumn(media.views) })
      .from(media)
      .where(isReady),
  )
