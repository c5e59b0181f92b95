import type { Parsed } from '@hotvote/shared/contract'
import type { listTakedowns, TakedownStatus } from '@hotvote/shared/takedown-review'
import { and, count, eq, getTableColumns, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { containing, orderedById } from '../../db/keyset.ts'
import { takedowns } from '../../db/schema/index.ts'
import { exactTime } from '../../db/time.ts'

type TakedownQuery = Parsed<typeof listTakedowns, 'query'>

const { goodFaithStatement, accuracyStatement, removedPicture, requestKey, ...columns } = getTableColumns(takedowns)
const REVIEWED = { ...columns, infringingUrls: sql<string>`${columns.infringingUrls}::text` }
/** Of its last move. */
const DECIDED_AT = sql<string>`${sql.raw(exactTime('takedowns.updated_at'))}`

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

/** Notes that are not given stay as they are. Undefined when its last move was not at `decidedAt`, where that is given. */
export const updateTakedown = async (
  { orm }: Db,
  { id, decidedAt }: { id: number; decidedAt: string | undefined },
  { waitsAnew, ...to }: { status: TakedownStatus; adminNotes: string | undefined; waitsAnew: boolean },
) => {
  const isThat = decidedAt === undefined ? undefined : eq(DECIDED_AT, decidedAt)
  const [row] = await orm
    .update(takedowns)
    .set({ ...to, updatedAt: sql`now()`, ...(waitsAnew && { openedAt: sql`now()` }) })
    .where(and(eq(takedowns.id, id), isThat))
    .returning({ ...REVIEWED, decidedAt: DECIDED_AT })
  return row
}

/** Not with claims whose item was brought back meanwhile. */
export const setRemovedPicture = async (db: Db, claims: number[], picture: Buffer) => {
  const isOfRemoved = and(inArray(takedowns.id, claims), isNull(takedowns.mediaId))
  await db.orm.update(takedowns).set({ removedPicture: picture }).where(isOfRemoved)
}

/** The stored thumbnail of a request's deleted item, as webp. */
export const removedPictureOf = async (db: Db, id: number): Promise<Buffer | null> => {
  const [row] = await db.orm.select({ removedPicture }).from(takedowns).where(eq(takedowns.id, id))
  return row?.removedPicture ?? null
}
