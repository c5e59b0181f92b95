import type { PageQuery } from '@hotvote/shared/page'
import { and, asc, desc, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { isStorable } from './storable.ts'

/** `by` is the expression to sort by, which must never be null. Times are compared in microseconds. */
export type Sort = { by: SQL; kind: 'text' | 'number' | 'time' }

const PARAMETER = {
  text: (value: unknown) => sql`${value}::text`,
  number: (value: unknown) => sql`${value}::float8`,
  time: (value: unknown) => sql`(timestamptz 'epoch' + ${value}::float8 * interval '1 microsecond')`,
}

/** Latest time that a cursor may contain, in microseconds (year 2100). */
const LAST_TIME = 4.1e15

const PLACES: Record<Sort['kind'], z.ZodType<[value: string | number, id: number]>> = {
  text: z.tuple([z.string().refine(isStorable), z.int()]),
  number: z.tuple([z.number(), z.int()]),
  time: z.tuple([z.number().gt(-LAST_TIME).lt(LAST_TIME), z.int()]),
}

/** Sort value that every row must select, because the next cursor is built from it. */
const SORT_VALUE = {
  text: (by: SQL) => sql<string>`${by}`,
  number: (by: SQL) => sql<number>`(${by})::float8`,
  time: (by: SQL) => sql<number>`(extract(epoch FROM ${by}) * 1000000)::float8`,
}

const ORDERS = { asc: [asc, gt], desc: [desc, lt] } as const
type Order = keyof typeof ORDERS

type Selected<Row> = {
  where(condition: SQL | undefined): { orderBy(...by: SQL[]): { limit(most: number): PromiseLike<Row[]> } }
}

type Way<Last, Cursor> = {
  afterCursor: SQL | undefined
  orderBy: SQL[]
  limit: number
  toCursor: (last: Last) => Cursor
}

/** Drops the extra row that was fetched to see whether there is a next page. */
export const toPage = <Row, Cursor>(found: Row[], limit: number, toCursor: (last: Row) => Cursor) => {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > limit && last !== undefined ? toCursor(last) : undefined }
}

const pageBy =
  <Last, Cursor>({ afterCursor, orderBy, limit, toCursor }: Way<Last, Cursor>) =>
  async <Row extends Last>(selected: Selected<Row>, condition?: SQL) => {
    const found = await selected
      .where(and(condition, afterCursor))
      .orderBy(...orderBy)
      .limit(limit + 1)
    return toPage(found, limit, toCursor)
  }

export const orderedById = (id: PgColumn, { limit, cursor, order }: PageQuery & { order: Order }) => {
  const [direction, isAfter] = ORDERS[order]
  const afterCursor = cursor === undefined ? undefined : isAfter(id, sql`${cursor}::bigint`)
  const toCursor = (last: { id: number }) => last.id
  return { pageOf: pageBy({ afterCursor, orderBy: [direction(id)], limit, toCursor }) }
}

export const newestFirst = (id: PgColumn, query: PageQuery) => orderedById(id, { ...query, order: 'desc' })

type SortedPageQuery = { limit: number; cursor?: string | undefined; order: Order }

/** Keyset pagination by sort value and id. Every row must select `sortValue`. */
export const sortedBy = (id: PgColumn, sort: Sort, { limit, cursor, order }: SortedPageQuery) => {
  const place = cursor === undefined ? undefined : decodeCursor(PLACES[sort.kind], cursor)
  const last = place && sql`(${PARAMETER[sort.kind](place[0])}, ${place[1]}::bigint)`
  const [direction, isAfter] = ORDERS[order]
  return {
    sortValue: SORT_VALUE[sort.kind](sort.by),
    pageOf: pageBy({
      afterCursor: last && isAfter(sql`(${sort.by}, ${id})`, last),
      orderBy: [direction(sort.by), direction(id)],
      limit,
      toCursor: (row: { sortValue: string | number; id: number }) => encodeCursor([row.sortValue, row.id]),
    }),
  }
}

export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
