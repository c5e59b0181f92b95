import type { Parsed } from '@hotvote/shared/contract'
import type { LinkedItems, listTakedowns, ReviewedTakedown, TakedownStatus } from '@hotvote/shared/takedown-review'
import { and, asc, count, eq, getTableColumns, ilike, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { onlyRow } from '../../db/aggregates.ts'
import type { Db } from '../../db/client.ts'
import { containing, orderedById } from '../../db/keyset.ts'
import { media, takedownItems, takedowns } from '../../db/schema/index.ts'
import { FILE_KEYS } from '../../db/stored-media.ts'

type TakedownQuery = Parsed<typeof listTakedowns, 'query'>

const { goodFaithStatement, accuracyStatement, requestKey, ...columns } = getTableColumns(takedowns)

/** Ids of the linked items, in the order in which the request names them. */
const idsThat = (are: string) => `coalesce(jsonb_agg(item.media_id ORDER BY item.position) FILTER (WHERE ${are}), '[]')`
const REVIEWED = {
  ...columns,
  infringingUrls: sql<string>`${columns.infringingUrls}::text`,
  linkedItems: sql<LinkedItems>`${sql.raw(`(
    SELECT jsonb_build_object('here', ${idsThat('media.id IS NOT NULL')}, 'removed', ${idsThat('removed_item IS NOT NULL')})
    FROM takedown_items item LEFT JOIN media ON media.id = item.media_id AND removed_item IS NULL
    WHERE item.takedown_id = takedowns.id)`)}`,
  /** The first that is no longer here. */
  removedItem: sql<ReviewedTakedown['removedItem']>`${sql.raw(`(
    SELECT removed_item FROM takedown_items WHERE takedown_id = takedowns.id AND removed_item IS NOT NULL
    ORDER BY position LIMIT 1)`)}`,
}

const filtersOf = ({ status, search }: TakedownQuery) => {
  const { complainantName, complainantEmail, copyrightOwner, workDescription, id } = columns
  // With its `#` a number is found as the screen writes it.
  const searched = [complainantName, complainantEmail, copyrightOwner, workDescription, sql`'#' || ${id}`]
  return and(
    status && eq(columns.status, status),
    search ? or(...searched.map((text) => ilike(text, containing(search)))) : undefined,
  )
}

export const takedownsOf = async (db: Db, query: TakedownQuery) => {
  const listed = db.orm.select(REVIEWED).from(takedowns)
  return orderedById(columns.id, query).pageOf(listed, filtersOf(query))
}

export type TakedownRow = Awaited<ReturnType<typeof takedownsOf>>['rows'][number]

/** These requests, in no order. */
export const takedownsOfIds = ({ orm }: Db, ids: number[]): Promise<TakedownRow[]> =>
  orm.select(REVIEWED).from(takedowns).where(inArray(columns.id, ids))

export const countOfTakedowns = (db: Db, query: TakedownQuery) => db.orm.$count(takedowns, filtersOf(query))

export const countsByStatus = (db: Db) =>
  db.orm.select({ status: takedowns.status, count: count() }).from(takedowns).groupBy(takedowns.status)

/** Undefined when there is none. `forUpdate` locks it until the transaction ends. */
export const takedownOf = async (db: Db, id: number, { forUpdate }: { forUpdate: boolean }) => {
  const query = db.orm.select(REVIEWED).from(takedowns).where(eq(takedowns.id, id))
  const [row] = await (forUpdate ? query.for('update') : query)
  return row
}

/** Notes that are not given stay as they are. */
export const updateTakedown = async (
  { orm }: Db,
  id: number,
  { waitsAnew, ...to }: { status: TakedownStatus; adminNotes: string | undefined; waitsAnew: boolean },
) =>
  onlyRow(
    await orm
      .update(takedowns)
      .set({ ...to, updatedAt: sql`now()`, ...(waitsAnew && { openedAt: sql`now()` }) })
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

/** The linked items of a request, in the order in which it names them; pictures as webp. */
export const listLinkedItems = ({ orm }: Db, takedownId: number) => {
  const { mediaId, removedItem, removedPicture, position } = takedownItems
  return orm
    .select({ mediaId, removedItem, removedPicture })
    .from(takedownItems)
    .where(eq(takedownItems.takedownId, takedownId))
    .orderBy(asc(position))
}

/** Keys of the files of these items. */
export const listFileKeys = async ({ orm }: Db, mediaIds: number[]): Promise<string[]> => {
  const rows = await orm.select({ keys: FILE_KEYS }).from(media).where(inArray(media.id, mediaIds))
  return rows.flatMap(({ keys }) => keys)
}
