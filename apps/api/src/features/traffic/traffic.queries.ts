import type { Db } from '../../db/client.ts'

/** Days are those of UTC. */
const COUNT_REDIRECT = {
  name: 'count_redirect',
  text: `
INSERT INTO redirect_counts AS counts (day, kind, count) VALUES ((now() AT TIME ZONE 'UTC')::date, $1, 1)
ON CONFLICT (day, kind) DO UPDATE SET count = counts.count + 1`,
}

export const countRedirect = async (db: Db, kind: string): Promise<undefined> => {
  await db.query(COUNT_REDIRECT, [kind])
}

/** The last `days` days of UTC, today the last, also those on which nothing happened. */
export const redirectCountsOf = (db: Db, days: number) => {
  const text = `
SELECT to_char(day, 'YYYY-MM-DD') AS day,
  coalesce(sum(count) FILTER (WHERE kind = 'idle'), 0)::bigint AS idle,
  coalesce(sum(count) FILTER (WHERE kind = 'back'), 0)::bigint AS back,
  coalesce(sum(count) FILTER (WHERE kind = 'swipe'), 0)::bigint AS swipe
FROM generate_series((now() AT TIME ZONE 'UTC')::date - ($1::int - 1), (now() AT TIME ZONE 'UTC')::date, interval '1 day') AS each(day)
LEFT JOIN redirect_counts USING (day)
GROUP BY day ORDER BY day`
  return db.query<{ day: string; idle: number; back: number; swipe: number }>({ text }, [days])
}
