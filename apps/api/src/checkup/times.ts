import { or, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { endedSessions, operatorLogins, sessions } from '../db/schema/index.ts'
import { breach, type Check, looked } from './check.ts'
import { tables } from './structure.ts'
import { rowsWhere } from './walk.ts'

const NOW = sql`now() + interval '5 seconds'`
/** A transaction has the time of its beginning, and may have waited for the row that it changes. */
const WAITED = sql`interval '1 minute'`

/** What can be wrong with the times of a row, by the columns that its table has. */
const wrongTimes = (table: PgTable): SQL[] => {
  const column = (name: string) =>
    getTableConfig(table).columns.find((one) => one.name === name) as PgColumn | undefined
  const [created, updated] = [column('created_at'), column('updated_at')]
  return [
    ...(created ? [sql`${created} IS NULL`, sql`${created} > ${NOW}`] : []),
    ...(updated ? [sql`${updated} IS NULL`, sql`${updated} > ${NOW}`] : []),
    ...(created && updated ? [sql`${updated} < ${created} - ${WAITED}`] : []),
  ]
}

/**
 * A session that is used is extended to a year from then, which ends a day early when that is the 29th of February. Links and
 * codes are looked at with the rest of them.
 */
const LIFETIMES = new Map<PgTable, SQL>([
  [sessions, sql`${sessions.expiresAt} - interval '1 year' > ${NOW}`],
  [endedSessions, sql`${endedSessions.expiresAt} - interval '1 year' > ${NOW}`],
  [operatorLogins, sql`${operatorLogins.usedAt} > ${NOW}`],
])

/** No row is from the future, changed before it was made, or outlives what it may. */
export const times: Check = {
  number: 12,
  title: 'Times are in order, and nothing outlives its time',
  async look({ db }, found) {
    for (const table of tables) {
      const lifetime = LIFETIMES.get(table)
      const wrong = [...wrongTimes(table), ...(lifetime ? [lifetime] : [])]
      if (wrong.length === 0) continue
      const { name } = getTableConfig(table)
      const example = sql<string>`${table}.ctid::text`
      const tell = (place: string) => breach(found, `the row of ${name} at ${place} has times that cannot be`)
      looked(found, name, await rowsWhere(db, { table, bad: or(...wrong) as SQL, example }, tell))
    }
  },
}
