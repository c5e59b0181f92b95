import { z } from 'zod'
import type { Db } from './client.ts'
import { statement } from './statement.ts'

/** Changes of an item's totals. */
export type ItemChange = { mediaId: number; hot?: number; not?: number; views?: number }
/** Changes of a visitor's counters. */
export type VisitorChange = { userId: number; votes?: number; views?: number }

const COUNT_ON_ITEMS = statement({
  name: 'count_on_items',
  row: { id: z.number(), hotVotes: z.number(), notVotes: z.number() },
  text: `
UPDATE media SET hot_votes = hot_votes + change.hot, not_votes = not_votes + change.not, views = media.views + change.views
FROM (
  SELECT id, sum(hot) AS hot, sum("not") AS not, sum(views) AS views
  FROM unnest($1::bigint[], $2::int[], $3::int[], $4::int[]) each(id, hot, "not", views) GROUP BY id) change
WHERE media.id = ANY($1::bigint[]) AND media.id = change.id
RETURNING media.id, media.hot_votes, media.not_votes`,
})

/** Adds to the totals of locked items. Returns the new totals. */
export const countOnItems = async (tx: Db, changes: ItemChange[]) => {
  if (changes.length === 0) return []
  return tx.query(COUNT_ON_ITEMS, [
    `{${changes.map(({ mediaId }) => mediaId)}}`,
    `{${changes.map(({ hot = 0 }) => hot)}}`,
    `{${changes.map(({ not = 0 }) => not)}}`,
    `{${changes.map(({ views = 0 }) => views)}}`,
  ])
}

const COUNT_ON_VISITORS = statement({
  name: 'count_on_visitors',
  text: `
UPDATE users SET votes_cast = votes_cast + change.votes, views_made = views_made + change.views
FROM (
  SELECT id, sum(votes) AS votes, sum(views) AS views
  FROM unnest($1::bigint[], $2::int[], $3::int[]) each(id, votes, views) GROUP BY id) change
WHERE users.id = ANY($1::bigint[]) AND users.id = change.id`,
})

/** Adds to the counters of locked visitors. */
export const countOnVisitors = async (tx: Db, changes: VisitorChange[]) => {
  if (changes.length === 0) return
  await tx.query(COUNT_ON_VISITORS, [
    `{${changes.map(({ userId }) => userId)}}`,
    `{${changes.map(({ votes = 0 }) => votes)}}`,
    `{${changes.map(({ views = 0 }) => views)}}`,
  ])
}
