import type { Parsed } from '@hotvote/shared/contract'
import type {
  LinkedItems,
  listTakedowns,
  ReviewedTakedown,
  TakedownStatus,
} from '@hotvote/shared/operator/takedown-review'
import { and, asc, count, eq, getTableColumns, ilike, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { countWhere, onlyRow } from '../../platform/db/aggregates.ts'
import type { Db } from '../../platform/db/client.ts'
import { containing, orderedById } from '../../platform/db/keyset.ts'
import {
  media,
  takedownItems,
  takedowns,
  takenDownHashes,
  takenDownMedia,
  users,
} from '../../platform/db/schema/index.ts'
import { FILE_KEYS } from '../media/stored-media.sql.ts'
import { findTakenDownItems, IS_ENTRY_OF_ITEM } from './taken-down.sql.ts'

type TakedownQuery = Parsed<typeof listTakedowns, 'query'>

const { goodFaithStatement, accuracyStatement, ...columns } = getTableColumns(takedowns)

const collectIds = (are: string) =>
  `coalesce(jsonb_agg(item.media_id ORDER BY item.position) FILTER (WHERE ${are}), '[]')`
const REVIEWED = {
  ...columns,
  infringingUrls: sql<string>`${columns.infringingUrls}::text`,
  linkedItems: sql<LinkedItems>`${sql.raw(`(
    SELECT jsonb_build_object('here', ${collectIds('media.id IS NOT NULL')}, 'removed', ${collectIds('removed_item IS NOT NULL')})
    FROM takedown_items item LEFT JOIN media ON media.id = item.media_id AND removed_item IS NULL
    WHERE item.takedown_id = takedowns.id)`)}`,
  counterNotices: sql`(
    SELECT count(counter_notice) FROM takedown_items WHERE takedown_id = takedowns.id)`.mapWith(Number),
  removedItem: sql<ReviewedTakedown['removedItem']>`${sql.raw(`(
    SELECT removed_item FROM takedown_items WHERE takedown_id = takedowns.id AND removed_item IS NOT NULL
    ORDER BY position LIMIT 1)`)}`,
}

const buildFilters = ({ status, search }: TakedownQuery) => {
  const { complainantName, complainantEmail, copyrightOwner, workDescription, id } = columns
  // Claim numbers also match the way they are displayed, with a `#`.
  const searched = [complainantName, complainantEmail, copyrightOwner, workDescription, sql`'#' || ${id}`]
  return and(
    status && eq(columns.status, status),
    search ? or(...searched.map((text) => ilike(text, containing(search)))) : undefined,
  )
}

export const findTakedowns = async (db: Db, query: TakedownQuery) => {
  const listed = db.orm.select(REVIEWED).from(takedowns)
  return orderedById(columns.id, query).pageOf(listed, buildFilters(query))
}

export type TakedownRow = Awaited<ReturnType<typeof findTakedowns>>['rows'][number]

export const findTakedownsById = ({ orm }: Db, ids: number[]): Promise<TakedownRow[]> =>
  orm.select(REVIEWED).from(takedowns).where(inArray(columns.id, ids))

export const countTakedowns = (db: Db, query: TakedownQuery) => db.orm.$count(takedowns, buildFilters(query))

export const countByStatus = (db: Db) =>
  db.orm.select({ status: takedowns.status, count: count() }).from(takedowns).groupBy(takedowns.status)

export const findTakedown = async (db: Db, id: number, { forUpdate }: { forUpdate: boolean }) => {
  const query = db.orm.select(REVIEWED).from(takedowns).where(eq(takedowns.id, id))
  const [row] = await (forUpdate ? query.for('update') : query)
  return row
}

/** Leaves the notes unchanged if they are undefined. */
export const updateTakedown = async (
  { orm }: Db,
  id: number,
  { isReopened, ...to }: { status: TakedownStatus; adminNotes: string | undefined; isReopened: boolean },
) =>
  onlyRow(
    await orm
      .update(takedowns)
      .set({ ...to, updatedAt: sql`now()`, ...(isReopened && { openedAt: sql`now()` }) })
      .where(eq(takedowns.id, id))
      .returning(REVIEWED),
  )

type Removed = { claims: number[]; mediaId: number; picture: Buffer }

/** Skips claims whose item was restored before the job ran. */
export const setRemovedPicture = async (db: Db, { claims, mediaId, picture }: Removed) => {
  const isClaimed = and(inArray(takedownItems.takedownId, claims), eq(takedownItems.mediaId, mediaId))
  const isOfRemoved = and(isClaimed, isNotNull(takedownItems.removedItem))
  await db.orm.update(takedownItems).set({ removedPicture: picture }).where(isOfRemoved)
}

export const listLinkedItems = ({ orm }: Db, takedownId: number) => {
  const { mediaId, removedItem, removedPicture, counterNotice, position } = takedownItems
  return orm
    .select({ mediaId, removedItem, removedPicture, counterNotice })
    .from(takedownItems)
    .where(eq(takedownItems.takedownId, takedownId))
    .orderBy(asc(position))
}

export const listFileKeys = async ({ orm }: Db, mediaIds: number[]): Promise<string[]> => {
  const rows = await orm.select({ keys: FILE_KEYS }).from(media).where(inArray(media.id, mediaIds))
  return rows.flatMap(({ keys }) => keys)
}

export const setUpheld = async (db: Db, takedownId: number, isUpheld: boolean) => {
  const changed = { isUpheld, updatedAt: sql`now()` }
  await db.orm.update(takenDownMedia).set(changed).where(eq(takenDownMedia.takedownId, takedownId))
}

/** `isHashed` is true if the entry has a picture's hash. */
export const listEntriesAbout = ({ orm }: Db, mediaId: number) => {
  const { id } = takenDownMedia
  const isOfPicture = and(eq(takenDownHashes.takenDownId, id), sql`length(${takenDownHashes.hash}) = 64`)
  const hash = orm.select({ isThere: sql`true` }).from(takenDownHashes).where(isOfPicture)
  return orm
    .select({ id, claim: takedownItems.takedownId, isHashed: sql<boolean>`EXISTS ${hash}` })
    .from(takenDownMedia)
    .leftJoin(takedownItems, IS_ENTRY_OF_ITEM)
    .where(eq(takenDownMedia.mediaId, mediaId))
}

export const addHashes = async (db: Db, takenDownIds: number[], hashes: string[]) => {
  const rows = takenDownIds.flatMap((takenDownId) => hashes.map((hash) => ({ takenDownId, hash })))
  await db.orm.insert(takenDownHashes).values(rows).onConflictDoNothing()
}

export const listRequests = async (db: Db, email: string) =>
  onlyRow(
    await db.orm
      .select({
        filed: count(),
        upheld: countWhere(eq(takedowns.status, 'resolved')),
        rejected: countWhere(eq(takedowns.status, 'rejected')),
      })
      .from(takedowns)
      .where(eq(sql`lower(${takedowns.complainantEmail})`, sql`lower(${email})`)),
  )

/** Finds the uploader even if the item was deleted, because its entry still names the uploader. */
export const findUploader = async (db: Db, takedownId: number) => {
  const { mediaId, removedItem, position } = takedownItems
  const ownerId = sql<number | null>`coalesce(${takenDownMedia.ownerId}, ${media.ownerId})`
  const [row] = await db.orm
    .select({ userId: ownerId.mapWith(Number), username: users.username })
    .from(takedownItems)
    .leftJoin(takenDownMedia, IS_ENTRY_OF_ITEM)
    .leftJoin(media, and(eq(media.id, mediaId), isNull(removedItem)))
    .leftJoin(users, eq(users.id, ownerId))
    .where(eq(takedownItems.takedownId, takedownId))
    .orderBy(asc(position))
    .limit(1)
  if (!row?.userId) return null
  return { ...row, takenDownItems: onlyRow(await findTakenDownItems(db, row.userId)).items }
}
