import { count, sql } from 'drizzle-orm'
import { onlyRow } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { lookAlikes } from '../db/schema/index.ts'

/** Uploads that wait for the operator, and the seconds that the oldest does; zero when none does. */
export const waitingLookAlikes = async (db: Db) => {
  const oldest = sql<number>`coalesce(extract(epoch FROM now() - min(${lookAlikes.createdAt})), 0)::float8`
  return onlyRow(await db.orm.select({ waiting: count(), oldest }).from(lookAlikes))
}
