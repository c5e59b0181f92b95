import { and, count, desc, eq, gt, min, sql } from 'drizzle-orm'
import { onlyRow } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { auditLog } from '../db/schema/index.ts'

export const lastEntry = async ({ orm }: Db, event: string) => {
  const { id, createdAt, context } = auditLog
  const [entry] = await orm
    .select({ createdAt, context })
    .from(auditLog)
    .where(eq(auditLog.event, event))
    .orderBy(desc(id))
    .limit(1)
  return entry
}

/** Returns the time of the oldest entry. A restored database keeps the entries of the old site. */
export const firstEntryAt = async ({ orm }: Db): Promise<Date> => {
  const { first } = onlyRow(await orm.select({ first: min(auditLog.createdAt) }).from(auditLog))
  return first ?? new Date()
}

export const entriesSince = async ({ orm }: Db, event: string, days: number) => {
  const isRecent = gt(auditLog.createdAt, sql`now() - make_interval(days => ${days}::int)`)
  const rows = await orm
    .select({ entries: count() })
    .from(auditLog)
    .where(and(eq(auditLog.event, event), isRecent))
  return onlyRow(rows).entries
}
