import { and, asc, count, gt, lte, max, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { onlyRow } from '../db/aggregates.ts'
import { causeOf, type Db } from '../db/client.ts'

/** Milliseconds that one step aims at: short enough that a running site does not feel it. */
const AIM = 300
const GROWTH = 4
/** Rows or pages of the first step, and of the largest. */
const FIRST = 200
const LARGEST = 100_000

const QUERY_CANCELED = '57014'
/** Whether a statement took longer than it may: the server's word, or the driver's. */
export const isTooSlow = (failure: unknown) => {
  const cause = causeOf(failure)
  if (!(cause instanceof Error)) return false
  return ('code' in cause && cause.code === QUERY_CANCELED) || cause.message === 'Query read timeout'
}

/** Does `work` with as many things at a time as it does in a good moment. `work` returns false at the end. */
const inSteps = async (work: (size: number) => Promise<boolean>) => {
  for (let size = FIRST; ; ) {
    const start = performance.now()
    try {
      if (!(await work(size))) return
      const factor = AIM / Math.max(performance.now() - start, 1)
      size = Math.round(Math.min(LARGEST, Math.max(1, size * Math.min(GROWTH, factor))))
    } catch (failure) {
      if (size === 1 || !isTooSlow(failure)) throw failure
      size = Math.max(1, Math.floor(size / 10))
    }
  }
}

/** The rows whose id is above `after` and up to `last`. */
export type Range = { after: number; last: number }

const EVERYTHING: Range = { after: Number.MIN_SAFE_INTEGER, last: Number.MAX_SAFE_INTEGER }

/** The end of the next `size` rows behind `after`; null behind the last one. */
const endOf = async (db: Db, id: PgColumn, { after, size }: { after: number; size: number }) => {
  const part = db.orm
    .select({ id: sql<number>`${id}`.as('id') })
    .from(id.table)
    .where(gt(id, after))
    .orderBy(asc(id))
  const next = part.limit(size).as('next')
  return onlyRow(await db.orm.select({ last: max(next.id).mapWith(Number) }).from(next)).last
}

/**
 * Walks over a table in the order of a column that an index sorts, some rows at a time, and returns how many there were.
 * Without that index all rows are one step.
 */
export const byId = async (
  db: Db,
  { id, isIndexed = true }: { id: PgColumn; isIndexed?: boolean },
  work: (range: Range) => Promise<void>,
): Promise<number> => {
  let { after } = EVERYTHING
  let rows = 0
  const step = async (range: Range) => {
    const isInside = and(gt(id, range.after), lte(id, range.last))
    const inside = onlyRow(await db.orm.select({ rows: count() }).from(id.table).where(isInside)).rows
    // Last: what takes too long is done again, in smaller steps.
    await work(range)
    rows += inside
  }
  if (!isIndexed) await step(EVERYTHING)
  else
    await inSteps(async (size) => {
      const last = await endOf(db, id, { after, size })
      if (last === null) return false
      await step({ after, last })
      after = last
      return true
    })
  return rows
}

const PAGE = 8192

/** A condition for the rows of some pages of a table. */
const onPages = (table: PgTable, from: number, to: number) =>
  sql`${table}.ctid >= ${`(${from},0)`}::tid AND ${table}.ctid < ${`(${to},0)`}::tid`

/** Walks over a table as it lies on the disk, some pages at a time: for questions that no index answers. */
export const byPages = async (db: Db, table: PgTable, work: (isOnPages: SQL) => Promise<void>) => {
  const { name, schema = 'public' } = getTableConfig(table)
  const size = sql<number>`pg_relation_size(format('%I.%I', ${schema}::text, ${name}::text)::regclass)`.mapWith(Number)
  const pages = Math.ceil(onlyRow(await db.orm.select({ size }).from(sql`(VALUES (1)) one`)).size / PAGE)
  let from = 0
  await inSteps(async (size) => {
    if (from >= pages) return false
    const to = Math.min(pages, from + size)
    await work(onPages(table, from, to))
    from = to
    return true
  })
}

/** The same, for rows that meet a condition; returns how many rows were looked at. */
export const rowsWhere = async (
  db: Db,
  { table, bad, example }: { table: PgTable; bad: SQL; example: SQL<string> },
  tell: (example: string) => void,
): Promise<number> => {
  let rows = 0
  await byPages(db, table, async (isOnPages) => {
    const found = await db.orm.select({ example }).from(table).where(and(isOnPages, bad))
    rows += onlyRow(await db.orm.select({ rows: count() }).from(table).where(isOnPages)).rows
    for (const row of found) tell(row.example)
  })
  return rows
}
