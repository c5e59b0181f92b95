import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { media, users, views, votes } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'

const TABLES = { users, media, votes, views }
const COUNTED = ['users', 'media', 'votes', 'views'] as const
export type Totals = Record<(typeof COUNTED)[number], number>

/** Above this number of rows, the planner's estimate is used, because counting would take seconds. */
const ESTIMATED = 500_000

const ESTIMATES = statement({
  name: 'row_estimates',
  row: { name: z.enum(COUNTED), rows: z.number() },
  text: `
SELECT relname AS name, greatest(reltuples, 0)::bigint AS rows FROM pg_class WHERE oid = ANY ($1::regclass[])`,
})

export const readTotals = async (db: Db): Promise<Totals> => {
  const totals: Totals = { users: 0, media: 0, votes: 0, views: 0 }
  for (const { name, rows } of await db.query(ESTIMATES, [COUNTED])) {
    totals[name] = rows > ESTIMATED ? rows : await db.orm.$count(TABLES[name])
  }
  return totals
}
