import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

export const countWhere = (condition: SQL | undefined) => sql`count(*) FILTER (WHERE ${condition})`.mapWith(Number)

/** Returns zero if there are no rows to add up. */
export const sumColumn = (value: SQLWrapper) => sql`coalesce(sum(${value}), 0)`.mapWith(Number)

export const onlyRow = <Row>([row]: Row[]): Row => {
  if (row === undefined) throw new Error('The statement answered without a row')
  return row
}
