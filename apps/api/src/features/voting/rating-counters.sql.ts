import { z } from 'zod'
import type { Db } from '../../platform/db/client.ts'
import { statement } from '../../platform/db/statement.ts'

export type ItemChange = { mediaId: number; hot?: number; not?: number; views?: number }
export type VisitorChange = { userId: number; votes?: number; views?: number }

const COUNT_RATINGS = statement({
  name: 'count_ratings',
  row: { id: z.number(), hotVotes: z.number(), notVotes: z.number() },
  text: `
WITH visitors AS (
  UPDATE users SET votes_cast = votes_cast + change.votes, views_made = views_made + change.views
  FROM (
    SELECT id, sum(votes) AS votes, sum(views) AS views
    FROM unnest($5::bigint[], $6::int[], $7::int[]) each(id, votes, views) GROUP BY id) change
  WHERE users.id = ANY($5::bigint[]) AND users.id = change.id)
UPDATE media SET hot_votes = hot_votes + change.hot, not_votes = not_votes + change.not, views = media.views + change.views
FROM (
  SELECT id, sum(hot) AS hot, sum("not") AS not, sum(views) AS views
  FROM unnest($1::bigint[], $2::int[], $3::int[], $4::int[]) each(id, hot, "not", views) GROUP BY id) change
WHERE media.id = ANY($1::bigint[]) AND media.id = change.id
RETURNING media.id, media.hot_votes, media.not_votes`,
})

/** Returns the items' new totals. Callers must lock the items and visitors first. */
export const countRatings = async (tx: Db, items: ItemChange[], visitors: VisitorChange[]) => {
  if (items.length + visitors.length === 0) return []
  return tx.query(COUNT_RATINGS, [
    `{${items.map(({ mediaId }) => mediaId)}}`,
    `{${items.map(({ hot = 0 }) => hot)}}`,
    `{${items.map(({ not = 0 }) => not)}}`,
    `{${items.map(({ views = 0 }) => views)}}`,
    `{${visitors.map(({ userId }) => userId)}}`,
    `{${visitors.map(({ votes = 0 }) => votes)}}`,
    `{${visitors.map(({ views = 0 }) => views)}}`,
  ])
}
