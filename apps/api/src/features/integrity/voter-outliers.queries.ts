import { OUTLIER_BOUNDS } from '@hotvote/shared/integrity'
import { z } from 'zod'
import { statement } from '../../db/statement.ts'
import { OUTLIER_ROW, OUTLIER_TIMEOUT, PAGE_OF, RECENT, weightOf } from './outlier-statement.ts'

const { burstVotes, lookMs, pacedVotes, oneSide, oneSideVotes } = OUTLIER_BOUNDS

/** What each voter did, how fast, and where that is more than a bound. */
export const VOTER_OUTLIERS = statement({
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
weighed AS (SELECT reason || ':' || user_id AS key, ${weightOf('times')} AS weight, found.* FROM found)
SELECT key, reason, weight, measure, votes, first_at, last_at, user_id FROM weighed ${PAGE_OF}`,
})
