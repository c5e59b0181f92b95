import { gt, sql } from 'drizzle-orm'
import { onlyRow, sumOf } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { mailCounts } from '../db/schema/index.ts'
import { today } from '../db/time.ts'

/** One more mail of today. */
export const countSentMail = async (db: Db) => {
  const { day, sent } = mailCounts
  await db.orm
    .insert(mailCounts)
    .values({ day: today, sent: 1 })
    .onConflictDoUpdate({ target: day, set: { sent: sql`${sent} + 1` } })
    .prepare('count_sent_mail')
    .execute()
}

/** Mails of the last `days` days, today the last. */
export const mailsSent = async ({ orm }: Db, days: number) => {
  const { day, sent } = mailCounts
  const rows = await orm
    .select({ sent: sumOf(sent) })
    .from(mailCounts)
    .where(gt(day, sql`${today} - ${days}::int`))
  return onlyRow(rows).sent
}
