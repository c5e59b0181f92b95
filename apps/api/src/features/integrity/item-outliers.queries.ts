import { OUTLIER_BOUNDS } from '@hotvote/shared/integrity'
import { z } from 'zod'
import { statement } from '../../db/statement.ts'
import { IS_LAST_NETWORK } from '../../db/voter-network.ts'
import { OUTLIER_ROW, OUTLIER_TIMEOUT, PAGE_OF, RECENT, SINCE, weightOf } from './outlier-statement.ts'

const { itemVotes, newShare, networkShare, timesUsualShare, timesUsualRate } = OUTLIER_BOUNDS

/** Seconds of a day: rates are votes a day. */
const DAY = 86_400

/**
 * Items whose votes come from new voters, from one network, or at once. New is who has an id from the first user of these
 * days on: ids are handed out in order. A share counts where it is also twice that of all these votes: on a young site
 * everybody is new, and behind one proxy everybody is a neighbour.
 */
export const ITEM_OUTLIERS = statement({
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
  SELECT reason || ':' || media_id || coalesce(':' || network, '') AS key, ${weightOf('times')} AS weight, found.*
  FROM found WHERE reason = ANY ($2::text[]))
SELECT key, reason, weight, measure, votes, first_at, last_at, media_id, network FROM weighed ${PAGE_OF}`,
})
