import { OUTLIER_BOUNDS } from '@hotvote/shared/integrity'
import { z } from 'zod'
import { statement } from '../../db/statement.ts'
import { IS_LAST_NETWORK } from '../../db/voter-network.ts'
import { OUTLIER_ROW, OUTLIER_TIMEOUT, PAGE_OF, RECENT, weightOf } from './outlier-statement.ts'

const { networkVoters } = OUTLIER_BOUNDS

/** Networks that many voters came from. */
export const NETWORK_OUTLIERS = statement({
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
  SELECT 'network:' || network AS key, ${weightOf(`voters / ${networkVoters}::float8`)} AS weight, found.* FROM found)
SELECT key, 'network'::text AS reason, weight, voters::float8 AS measure, votes, first_at, last_at, network FROM weighed
${PAGE_OF}`,
})
