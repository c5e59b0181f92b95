import { OPEN_STATUSES } from '@hotvote/shared/takedown-review'
import { inArray, sql } from 'drizzle-orm'
import { onlyRow } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { takedowns } from '../db/schema/index.ts'

/** Seconds that the oldest request waits for a decision; zero when none does. */
export const oldestOpenTakedown = async (db: Db): Promise<number> => {
  const seconds = sql<number>`coalesce(extract(epoch FROM now() - min(${takedowns.openedAt})), 0)::float8`
  const isOpen = inArray(takedowns.status, [...OPEN_STATUSES])
  return onlyRow(await db.orm.select({ seconds }).from(takedowns).where(isOpen)).seconds
}
