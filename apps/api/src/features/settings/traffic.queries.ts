import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { redirectCounts } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { TODAY, today } from '../../platform/db/time.ts'

export const countRedirect = async (db: Db, kind: string): Promise<undefined> => {
  const { day, kind: ofKind, count } = redirectCounts
  await db.orm
    .insert(redirectCounts)
    .values({ day: today, kind, count: 1 })
    .onConflictDoUpdate({ target: [day, ofKind], set: { count: sql`${count} + 1` } })
    .prepare('count_redirect')
    .execute()
}

const REDIRECT_COUNTS = statement({
  name: 'redirect_counts',
  row: { day: z.string(), idle: z.number(), back: z.number(), swipe: z.number() },
  text: `
SELECT to_char(day, 'YYYY-MM-DD') AS day,
  coalesce(sum(count) FILTER (WHERE kind = 'idle'), 0)::bigint AS idle,
  coalesce(sum(count) FILTER (WHERE kind = 'back'), 0)::bigint AS back,
  coalesce(sum(count) FILTER (WHERE kind = 'swipe'), 0)::bigint AS swipe
FROM generate_series(${TODAY} - ($1::int - 1), ${TODAY}, interval '1 day') AS each(day)
LEFT JOIN redirect_counts USING (day)
GROUP BY day ORDER BY day`,
})

export const countRedirects = (db: Db, days: number) => db.query(REDIRECT_COUNTS, [days])
