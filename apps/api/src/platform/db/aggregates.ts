import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** The number of rows that meet the condition. */
export const countWhere = (condition: SQL | undefined) => sql`count(*) FILTER (WHERE ${condition})`.mapWith(Number)

/** The sum over all rows; zero when there is none. */
export const sumColumn = (value: SQLWrapper) => sql`coalesce(sum(${value}), 0)`.mapWith(Number)

/** The row of a statement that always answers with one, as a total or an insertion does. */
export const onlyRow = <Row>([row]: Row[]): Row => {
  if (row === undefined) throw new Error('The statement answered without a row')
  return row
}
