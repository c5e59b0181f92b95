import { z } from 'zod'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'

/** Days are those of UTC. */
const COUNT_REDIRECT = statement({
  name: 'count_redirect',
  text: `
INSERT INTO redirect_counts AS counts (day, kind, count) VALUES ((now() AT TIME ZONE 'UTC')::date, $1, 1)
ON CONFLICT (day, kind) DO UPDATE SET count = counts.count + 1`,
})

export const countRedirect = async (db: Db, kind: string): Promise<undefined> => {
  await db.query(COUNT_REDIRECT, [kind])
}

const REDIRECT_COUNTS = statement({
  name: 'redirect_counts',
  row: { day: z.string(), idle: z.number(), back: z.number(), swipe: z.number() },
  text: `
SELECT to_char(day, 'YYYY-MM-DD') AS day,
  coalesce(sum(count) FILTER (WHERE kind = 'idle'), 0)::bigint AS idle,
  coalesce(sum(count) FILTER (WHERE kind = 'back'), 0)::bigint AS back,
  coalesce(sum(count) FILTER (WHERE kind = 'swipe'), 0)::bigint AS swipe
FROM generate_series((now() AT TIME ZONE 'UTC')::date - ($1::int - 1), (now() AT TIME ZONE 'UTC')::date, interval '1 day') AS each(day)
LEFT JOIN redirect_counts USING (day)
GROUP BY day ORDER BY day`,
})

/** The last `days` days of UTC, today the last, also those on which nothing happened. */
export const redirectCountsOf = (db: Db, days: number) => db.query(REDIRECT_COUNTS, [days])
