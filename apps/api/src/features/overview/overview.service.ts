import { PLOT_DAYS_MAX } from '@hotvote/shared/limits'
import { count, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { onlyRow, sumColumn } from '../../platform/db/aggregates.ts'
import { allowLongStatements, type Db, withTx } from '../../platform/db/client.ts'
import { dailyActivity, media } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { TODAY } from '../../platform/db/time.ts'
import { IS_COUNTED } from '../voting/counted-votes.sql.ts'

const startOfDay = (day: string) => `(${day})::timestamp AT TIME ZONE 'UTC'`

/** Counts votes and uploads per day, starting with the first day missing in `daily_activity`. $1: days. */
const COUNTED = `
first_open AS MATERIALIZED (
  SELECT greatest(max(day) + 1, ${TODAY} - ($1::int - 1)) AS day FROM daily_activity),
cast_votes AS (
  SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) FILTER (WHERE is_hot) AS hot,
    count(*) FILTER (WHERE NOT is_hot) AS "not"
  FROM votes WHERE created_at >= (SELECT ${startOfDay('day')} FROM first_open) AND ${IS_COUNTED} GROUP BY 1),
uploaded AS (
  SELECT (created_at AT TIME ZONE 'UTC')::date AS day, count(*) AS uploads
  FROM media WHERE status IN ('ready', 'trashed') AND created_at >= (SELECT ${startOfDay('day')} FROM first_open) GROUP BY 1)`

const ACTIVITY = statement({
  name: 'activity',
  row: { day: z.string(), hotVotes: z.number(), notVotes: z.number(), uploads: z.number(), redirects: z.number() },
  text: `
WITH ${COUNTED},
redirected AS (SELECT day, sum(count) AS redirects FROM redirect_counts WHERE day > ${TODAY} - $1::int GROUP BY day)
SELECT to_char(day, 'YYYY-MM-DD') AS day, coalesce(hot_votes, hot, 0) AS hot_votes,
  coalesce(not_votes, "not", 0) AS not_votes, coalesce(daily_activity.uploads, uploaded.uploads, 0) AS uploads,
  coalesce(redirects, 0)::bigint AS redirects
FROM (SELECT ${TODAY} - n AS day FROM generate_series(0, $1::int - 1) n) shown
LEFT JOIN daily_activity USING (day) LEFT JOIN cast_votes USING (day) LEFT JOIN uploaded USING (day)
LEFT JOIN redirected USING (day)
ORDER BY day`,
})

/** Lists days, oldest first. Only unfinished days are counted, because `daily_activity` stores finished ones. */
export const listActivity = (db: Db) => db.query(ACTIVITY, [PLOT_DAYS_MAX])

/** Milliseconds. The first run may count three months of votes. */
const TIMEOUT = 300_000

const WRITE_FINISHED_DAYS = statement({
  name: 'write_finished_days',
  timeout: TIMEOUT,
  text: `
WITH ${COUNTED}
INSERT INTO daily_activity (day, hot_votes, not_votes, uploads)
SELECT finished.day, coalesce(hot, 0), coalesce("not", 0), coalesce(uploads, 0)
FROM (
  SELECT first_open.day + n AS day FROM first_open, generate_series(0, $1::int) n
  WHERE first_open.day + n < ((now() - interval '5 minutes') AT TIME ZONE 'UTC')::date
) finished LEFT JOIN cast_votes USING (day) LEFT JOIN uploaded USING (day)
ON CONFLICT (day) DO NOTHING`,
})

/** Prevents recounts and roll-ups from running concurrently. */
const LOCK_DAYS = statement({
  name: 'lock_daily_activity',
  text: 'LOCK TABLE daily_activity IN SHARE ROW EXCLUSIVE MODE',
})

/** Counts a day only five minutes after its end, when all of its transactions have ended. */
const writeFinishedDays = async (tx: Db) => {
  await allowLongStatements(tx, TIMEOUT)
  await tx.query(LOCK_DAYS)
  await tx.query(WRITE_FINISHED_DAYS, [PLOT_DAYS_MAX])
}

export const rollUpDays = (deps: Pick<Deps, 'db' | 'log'>) => withTx(deps, writeFinishedDays)

/** Call this after excluding votes from totals or including them again. */
export const recountDays = (deps: Pick<Deps, 'db' | 'log'>) =>
  withTx(deps, async (tx) => {
    await tx.query(LOCK_DAYS)
    await tx.orm.delete(dailyActivity).where(gt(dailyActivity.day, sql`${sql.raw(TODAY)} - ${PLOT_DAYS_MAX}::int`))
    await writeFinishedDays(tx)
  })

export const readSiteTotals = async (db: Db) =>
  onlyRow(
    await db.orm
      .select({ media: count(), hotVotes: sumColumn(media.hotVotes), notVotes: sumColumn(media.notVotes) })
      .from(media)
      .where(eq(media.status, 'ready')),
  )
