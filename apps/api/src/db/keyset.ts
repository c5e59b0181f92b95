import type { PageQuery } from '@hotvote/shared/page'
import { asc, desc, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { AppError } from '../domain/errors.ts'
import { isStorable } from './storable.ts'

/** What a list is sorted by, never null, and what its values are. A time sorts by its microseconds. */
export type Sort = { by: SQL; kind: 'text' | 'number' | 'time' }

type Cursor = { value: string | number; id: number }

const PARAMETER = {
  text: (value: unknown) => sql`${value}::text`,
  number: (value: unknown) => sql`${value}::float8`,
  time: (value: unknown) => sql`(timestamptz 'epoch' + ${value}::float8 * interval '1 microsecond')`,
}

/** Microseconds; year 2100. */
const LAST_TIME = 4.1e15

const isCursor = ([value, id]: unknown[], { kind }: Sort) =>
  Number.isSafeInteger(id) &&
  (kind === 'text'
    ? typeof value === 'string' && isStorable(value)
    : typeof value === 'number' && Number.isFinite(value)) &&
  (kind !== 'time' || Math.abs(Number(value)) < LAST_TIME)

/** @throws {AppError} `invalid_request` for a cursor that is not one of this list */
const decodeCursor = (cursor: string, sort: Sort): Cursor => {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(read) && read.length === 2 && isCursor(read, sort)) return { value: read[0], id: read[1] }
  } catch {}
  throw new AppError('invalid_request', 'This cursor belongs to another list.')
}

/** What each row must select, so that a cursor can be made of the last one. */
const SORT_VALUE = {
  text: (by: SQL) => sql<string>`${by}`,
  number: (by: SQL) => sql<number>`(${by})::float8`,
  time: (by: SQL) => sql<number>`(extract(epoch FROM ${by}) * 1000000)::float8`,
}

/** Makes the page and the cursor of the next one out of up to `limit + 1` rows. */
const pageWith =
  <Last, Cursor>(limit: number, cursorAfter: (last: Last) => Cursor) =>
  <Row extends Last>(found: Row[]) => {
    const rows = found.slice(0, limit)
    const last = rows.at(-1)
    return { rows, nextCursor: found.length > limit && last !== undefined ? cursorAfter(last) : undefined }
  }

/** What an order means for a query: how its rows are sorted, and which come after another. */
const ORDERS = { asc: [asc, gt], desc: [desc, lt] } as const

/**
 * Keyset pagination of a list by id: the parts of its query, and `page`, which makes the answer out of the rows. One row
 * more than the page holds tells whether there is another.
 */
export const orderedById = (id: PgColumn, { limit, cursor, order }: PageQuery & { order: keyof typeof ORDERS }) => {
  const [direction, isAfter] = ORDERS[order]
  return {
    afterCursor: cursor === undefined ? undefined : isAfter(id, cursor),
    orderBy: [direction(id)],
    limit: limit + 1,
    page: pageWith(limit, (last: { id: number }) => last.id),
  }
}

/** The same, the newest first. */
export const newestFirst = (id: PgColumn, query: PageQuery) => orderedById(id, { ...query, order: 'desc' })

type SortedPageQuery = { limit: number; cursor?: string | undefined; order: keyof typeof ORDERS }

const encodeCursor = ({ sortValue, id }: { sortValue: string | number; id: number }) =>
  Buffer.from(JSON.stringify([sortValue, id])).toString('base64url')

/** The same for a list in any order: rows after the last one by (sort value, id). Each row selects `sortValue`. */
export const sortedBy = (id: PgColumn, sort: Sort, { limit, cursor, order }: SortedPageQuery) => {
  const position = cursor === undefined ? undefined : decodeCursor(cursor, sort)
  const last = position && sql`(${PARAMETER[sort.kind](position.value)}, ${position.id}::bigint)`
  const [direction, isAfter] = ORDERS[order]
  return {
    sortValue: SORT_VALUE[sort.kind](sort.by),
    afterCursor: last && isAfter(sql`(${sort.by}, ${id})`, last),
    orderBy: [direction(sort.by), direction(id)],
    limit: limit + 1,
    page: pageWith(limit, encodeCursor),
  }
}

/** The pattern of `LIKE` for a part of a text: `%`, `_` and the backslash are escaped. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
