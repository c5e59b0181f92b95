import { gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { onlyRow, sumOf } from '../db/aggregates.ts'
import type { Db } from '../db/client.ts'
import { mailCounts } from '../db/schema/index.ts'
import { statement } from '../db/statement.ts'
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

const WAITING = statement({
  name: 'mails_waiting',
  row: { waiting: z.number(), problem: z.string().nullable() },
  text: `
SELECT count(*) AS waiting, (array_agg(payload ->> 'problem' ORDER BY job.id DESC) FILTER (WHERE payload ->> 'problem' IS NOT NULL))[1] AS problem
FROM graphile_worker._private_jobs job JOIN graphile_worker._private_tasks task ON task.id = task_id
WHERE identifier = 'send-mail' AND attempts < max_attempts`,
})

/** Mails that are still to be sent, and why the last attempt of one failed. */
export const mailsWaiting = async (db: Db) => onlyRow(await db.query(WAITING))
