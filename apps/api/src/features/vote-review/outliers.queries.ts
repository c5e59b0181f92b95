import { QUEUE_OUTLIER_DAYS } from '@hotvote/shared/operator/review-queue'
import { OUTLIER_BOUNDS, type OutlierReason, outlierReasons } from '@hotvote/shared/operator/vote-review'
import { eq, gt, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { allowLongStatements, type Db } from '../../platform/db/client.ts'
import { deleteExpired } from '../../platform/db/expired.ts'
import { dismissedOutliers, media, users } from '../../platform/db/schema/index.ts'
import { statement } from '../../platform/db/statement.ts'
import { IS_LAST_NETWORK } from '../../platform/db/voter-network.ts'
import { IS_COUNTED } from '../voting/counted-votes.sql.ts'

const OUTLIER_ROW = {
  key: z.string(),
  reason: z.enum(outlierReasons),
  weight: z.number(),
  measure: z.number(),
  votes: z.number(),
  firstAt: z.date(),
  lastAt: z.date(),
}

/** $1: days. */
const SINCE = 'now() - make_interval(days => $1::int)'

/** A BRIN index finds recent votes quickly. */
const RECENT = `votes.created_at > ${SINCE} AND ${IS_COUNTED}
  AND votes.media_id IN (SELECT id FROM media WHERE status = 'ready')`

/** Milliseconds, enough for a month of votes on a large site. */
const OUTLIER_TIMEOUT = 30_000

const MOST_TIMES = 10

/** Sort weight: the number of votes times the factor by which the bound is exceeded. */
const weigh = (times: string) => `round((votes * least(${times}, ${MOST_TIMES}))::numeric, 3)::float8`

/** $3 and $4: cursor; $5: limit. Keys are sorted in byte order, so that results can be merged. */
const PAGE_OF = `
WHERE $3::float8 IS NULL OR (weight, key COLLATE "C") < ($3::float8, $4::text)
ORDER BY weight DESC, key COLLATE "C" DESC LIMIT $5`

const { burstVotes, lookMs, pacedVotes, oneSide, oneSideVotes } = OUTLIER_BOUNDS

const VOTER_OUTLIERS = statement({
  name: 'voter_outliers',
  timeout: OUTLIER_TIMEOUT,
  row: { ...OUTLIER_ROW, userId: z.number() },
  text: `
WITH voter AS MATERIALIZED (
  SELECT user_id, count(*) AS votes, count(*) FILTER (WHERE is_hot) AS hot, min(created_at) AS first_at,
    max(created_at) AS last_at
  FROM votes WHERE ${RECENT} GROUP BY user_id HAVING count(*) >= ${pacedVotes}),
paced AS (
  SELECT user_id, extract(epoch FROM created_at - lag(created_at) OVER each) * 1000 AS gap,
    count(*) OVER (each RANGE BETWEEN interval '1 minute' PRECEDING AND CURRENT ROW) AS in_minute
  FROM votes WHERE ${RECENT} AND user_id IN (SELECT user_id FROM voter)
  WINDOW each AS (PARTITION BY user_id ORDER BY created_at)),
pace AS (
  SELECT user_id, percentile_disc(0.5) WITHIN GROUP (ORDER BY gap)::float8 AS gap, max(in_minute) AS most
  FROM paced GROUP BY user_id HAVING max(in_minute) >= ${burstVotes} OR count(*) FILTER (WHERE gap < ${lookMs}) * 2 >= count(gap)),
found AS (
  SELECT reason, user_id, voter.votes, measure, times, first_at, last_at
  FROM voter LEFT JOIN pace USING (user_id), LATERAL (VALUES
    ('burst', pace.most::float8, pace.most / ${burstVotes}::float8),
    ('fast', pace.gap, CASE WHEN pace.gap < ${lookMs} THEN ${lookMs} / greatest(pace.gap, 1) END),
    ('one_side', greatest(hot, votes - hot) / votes::float8,
      CASE WHEN votes >= ${oneSideVotes} AND greatest(hot, votes - hot) >= ${oneSide} * votes
      THEN votes / ${oneSideVotes}::float8 END)
  ) AS each (reason, measure, times)
  WHERE times >= 1 AND reason = ANY ($2::text[])),
weighed AS (SELECT reason || ':' || user_id AS key, ${weigh('times')} AS weight, found.* FROM found)
SELECT key, reason, weight, measure, votes, first_at, last_at, user_id FROM weighed ${PAGE_OF}`,
})

const { networkVoters } = OUTLIER_BOUNDS

const NETWORK_OUTLIERS = statement({
  name: 'network_outliers',
  timeout: OUTLIER_TIMEOUT,
  row: { ...OUTLIER_ROW, network: z.string() },
  text: `
WITH voter AS (
  SELECT user_id, count(*) AS votes, min(created_at) AS first_at, max(created_at) AS last_at
  FROM votes WHERE ${RECENT} GROUP BY user_id),
place AS (SELECT user_id, network FROM sessions WHERE ${IS_LAST_NETWORK}),
found AS (
  SELECT encode(network, 'hex') AS network, count(*) AS voters, sum(votes)::bigint AS votes, min(first_at) AS first_at,
    max(last_at) AS last_at
  FROM voter JOIN place USING (user_id) GROUP BY network
  HAVING count(*) >= ${networkVoters} AND 'network' = ANY ($2::text[])),
weighed AS (
  SELECT 'network:' || network AS key, ${weigh(`voters / ${networkVoters}::float8`)} AS weight, found.* FROM found)
SELECT key, 'network'::text AS reason, weight, voters::float8 AS measure, votes, first_at, last_at, network FROM weighed
${PAGE_OF}`,
})

const { itemVotes, newShare, networkShare, timesUsualShare, timesUsualRate } = OUTLIER_BOUNDS

/** Seconds. Rates are in votes per day. */
const DAY = 86_400

/** Shares must also be twice the site's average, because all voters on a young site are new. */
const ITEM_OUTLIERS = statement({
  name: 'item_outliers',
  timeout: OUTLIER_TIMEOUT,
  row: { ...OUTLIER_ROW, mediaId: z.number(), network: z.string().nullable() },
  text: `
WITH first_new AS MATERIALIZED (
  SELECT (SELECT id FROM users WHERE created_at > ${SINCE} ORDER BY created_at, id LIMIT 1) AS id),
place AS (SELECT user_id, network FROM sessions WHERE ${IS_LAST_NETWORK}),
part AS MATERIALIZED (
  SELECT media_id, network, count(*) AS votes, count(*) FILTER (WHERE user_id >= (SELECT id FROM first_new)) AS fresh,
    min(created_at) AS first_at, max(created_at) AS last_at
  FROM votes LEFT JOIN place USING (user_id) WHERE ${RECENT} GROUP BY media_id, network),
site AS MATERIALIZED (SELECT sum(votes) AS votes, sum(fresh) AS fresh FROM part),
site_network AS MATERIALIZED (
  SELECT network, sum(votes) / (SELECT votes FROM site) AS share FROM part WHERE network IS NOT NULL GROUP BY network),
item AS MATERIALIZED (
  SELECT media_id, sum(votes)::bigint AS votes, sum(fresh)::bigint AS fresh, min(first_at) AS first_at,
    max(last_at) AS last_at
  FROM part GROUP BY media_id HAVING sum(votes) >= ${itemVotes}),
found AS (
  SELECT 'item_new_voters' AS reason, media_id, NULL AS network, item.fresh AS votes,
    (item.fresh / item.votes)::float8 AS measure, (item.fresh / item.votes)::float8 / ${newShare} AS times,
    first_at, last_at
  FROM (SELECT media_id, votes::numeric AS votes, fresh, first_at, last_at FROM item) item, site
  WHERE item.fresh >= ${newShare} * item.votes AND item.fresh / item.votes >= ${timesUsualShare} * site.fresh / site.votes
  UNION ALL
  SELECT 'item_network', media_id, encode(part.network, 'hex'), part.votes, (part.votes / item.votes::float8),
    part.votes / item.votes::float8 / ${networkShare}, part.first_at, part.last_at
  FROM part JOIN item USING (media_id) JOIN site_network ON site_network.network = part.network
  WHERE part.votes >= ${networkShare} * item.votes AND part.votes >= ${timesUsualShare} * share * item.votes
  UNION ALL
  SELECT 'item_rate', media_id, NULL, item.votes, rate.now / rate.usual, rate.now / rate.usual / ${timesUsualRate},
    first_at, last_at
  FROM item JOIN media ON media.id = media_id, LATERAL (
    SELECT item.votes / $1::float8 AS now, greatest(1, hot_votes + not_votes - item.votes)
      / (extract(epoch FROM ${SINCE} - media.created_at)::float8 / ${DAY}) AS usual) rate
  WHERE media.created_at < ${SINCE} - interval '1 day' AND rate.now >= ${timesUsualRate} * rate.usual),
weighed AS (
  SELECT reason || ':' || media_id || coalesce(':' || network, '') AS key, ${weigh('times')} AS weight, found.*
  FROM found WHERE reason = ANY ($2::text[]))
SELECT key, reason, weight, measure, votes, first_at, last_at, media_id, network FROM weighed ${PAGE_OF}`,
})

export type Found = z.infer<z.ZodObject<typeof OUTLIER_ROW>> & {
  userId: number | null
  mediaId: number | null
  network: string | null
}

const NOBODY = { userId: null, mediaId: null, network: null }

type Search = {
  days: number
  reasons: OutlierReason[]
  after: { weight: number; key: string } | undefined
  limit: number
}

const SEARCHES = [
  { statement: VOTER_OUTLIERS, reasons: ['burst', 'fast', 'one_side'] },
  { statement: NETWORK_OUTLIERS, reasons: ['network'] },
  { statement: ITEM_OUTLIERS, reasons: ['item_new_voters', 'item_network', 'item_rate'] },
] as const

export const findOutliers = async (db: Db, { days, reasons, after, limit }: Search): Promise<Found[]> => {
  const values = [days, reasons, after?.weight ?? null, after?.key ?? null, limit]
  await allowLongStatements(db, OUTLIER_TIMEOUT)
  const found: Found[] = []
  for (const { statement, reasons: known } of SEARCHES)
    if (known.some((one) => reasons.includes(one)))
      for (const row of await db.query<object>(statement, values)) found.push({ ...NOBODY, ...row } as Found)
  return found
}

export const userNames = async ({ orm }: Db, ids: number[]) => {
  const { id, username, isSynthetic } = users
  const rows = await orm.select({ id, username, isSynthetic }).from(users).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row]))
}

export const itemNames = async ({ orm }: Db, ids: number[]) => {
  const { id, originalName } = media
  const rows = await orm.select({ id, originalName }).from(media).where(inArray(id, ids))
  return new Map(rows.map((row) => [row.id, row.originalName]))
}

const since = sql`now() - make_interval(days => ${QUEUE_OUTLIER_DAYS}::int)`

export const dismissedKeys = async ({ orm }: Db): Promise<Set<string>> => {
  const { key, dismissedAt } = dismissedOutliers
  const rows = await orm.select({ key }).from(dismissedOutliers).where(gt(dismissedAt, since))
  return new Set(rows.map((row) => row.key))
}

export const insertDismissedKey = async ({ orm }: Db, key: string) => {
  await orm
    .insert(dismissedOutliers)
    .values({ key })
    .onConflictDoUpdate({ target: dismissedOutliers.key, set: { dismissedAt: sql`now()` } })
}

export const deleteDismissedKey = async ({ orm }: Db, key: string): Promise<boolean> =>
  (await orm.delete(dismissedOutliers).where(eq(dismissedOutliers.key, key))).rowCount === 1

/** Deletes old dismissals, because their keys may contain the hash of a network. */
export const forgetDismissedKeys = (db: Db) =>
  deleteExpired(db, dismissedOutliers, lte(dismissedOutliers.dismissedAt, since))
