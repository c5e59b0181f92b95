import { AppError } from '../http/errors.ts'
import { isStorable } from './storable.ts'

/** How a column sorts: its SQL, never null, and what its values are. A time sorts by its microseconds. */
export type SortColumn = { sql: string; kind: 'text' | 'number' | 'time' }

type Place = { value: string | number; id: number }

const PARAMETER = {
  text: (n: number) => `$${n}::text`,
  number: (n: number) => `$${n}::float8`,
  time: (n: number) => `(timestamptz 'epoch' + $${n}::float8 * interval '1 microsecond')`,
}

/** Microseconds; year 2100. */
const LAST_TIME = 4.1e15

const isPlace = ([value, id]: unknown[], { kind }: SortColumn) =>
  Number.isSafeInteger(id) &&
  (kind === 'text'
    ? typeof value === 'string' && isStorable(value)
    : typeof value === 'number' && Number.isFinite(value)) &&
  (kind !== 'time' || Math.abs(Number(value)) < LAST_TIME)

/** @throws {AppError} `invalid_request` for a cursor that is not one of this list */
const placeOf = (cursor: string, column: SortColumn): Place => {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(read) && read.length === 2 && isPlace(read, column)) return { value: read[0], id: read[1] }
  } catch {}
  throw new AppError('invalid_request', 'This cursor belongs to another list.')
}

/** What a row of the page must select so that the next page can begin behind it. */
const sortValue = ({ sql, kind }: SortColumn) =>
  kind === 'time' ? `(extract(epoch FROM ${sql}) * 1000000)::float8` : sql

type Wish = { column: SortColumn; isDescending: boolean; cursor: string | undefined; idSql: string }

/**
 * One page of a list in any order without counting through it: rows behind the last one seen, by (column, id). `add`
 * takes a value and answers with the number of its parameter.
 */
export const keyset = ({ column, isDescending, cursor, idSql }: Wish, add: (value: unknown) => number) => {
  const direction = isDescending ? 'DESC' : 'ASC'
  const place = cursor === undefined ? undefined : placeOf(cursor, column)
  const behind = place && {
    value: PARAMETER[column.kind](add(place.value)),
    id: `$${add(place.id)}::bigint`,
  }
  return {
    select: `${sortValue(column)} AS "sortValue"`,
    where: behind ? `(${column.sql}, ${idSql}) ${isDescending ? '<' : '>'} (${behind.value}, ${behind.id})` : 'true',
    direction,
    orderBy: `${column.sql} ${direction}, ${idSql} ${direction}`,
  }
}

/** Gathers the values of a statement that is put together; `add` answers with the number of the parameter. */
export const parameters = () => {
  const values: unknown[] = []
  return { values, add: (value: unknown) => values.push(value) }
}

/** Names the place behind a row. */
const cursorAfter = ({ sortValue: value, id }: { sortValue: string | number; id: number }) =>
  Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** The page out of rows of which one more than `limit` was asked for, and where the next one begins. */
export const pageOf = <Row extends { sortValue: string | number; id: number }>(rows: Row[], limit: number) => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { shown, nextCursor: rows.length > shown.length && last ? cursorAfter(last) : undefined }
}

/** A text as it stands, for `LIKE`: its signs mean themselves. */
export const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
