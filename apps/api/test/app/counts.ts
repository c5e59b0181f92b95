import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/client.ts'

type Query = Pick<Db, 'query'>

export const countOf = async (db: Query, text: string, values: unknown[] = []) => {
  const [row] = await db.query<{ n: number }>({ text: `SELECT (${text})::bigint AS n` }, values)
  return row?.n ?? 0
}

/** Filters by database, because PostgreSQL lists locks of the whole server. */
export const waitingFor = (db: Query, table: string) =>
  countOf(
    db,
    `SELECT count(*) FROM pg_locks WHERE relation = $1::regclass AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [table],
  )

/**
 * Counters that differ from a recount without set-aside voters. Excludes deleted items, whose rows are erased in steps.
 */
const WRONG = {
  'totals of items': `
SELECT m.id FROM media m LEFT JOIN (
  SELECT * FROM votes WHERE user_id NOT IN (SELECT id FROM users WHERE is_set_aside)
) v ON v.media_id = m.id WHERE m.status <> 'deleted' GROUP BY m.id, m.hot_votes, m.not_votes
HAVING m.hot_votes <> count(*) FILTER (WHERE v.is_hot) OR m.not_votes <> count(*) FILTER (WHERE NOT v.is_hot)`,
  'views of items': `
SELECT m.id FROM media m LEFT JOIN views v ON v.media_id = m.id WHERE m.status <> 'deleted' GROUP BY m.id, m.views HAVING m.views <> count(v.user_id)`,
  'votes of visitors': `
SELECT u.id FROM users u LEFT JOIN votes v ON v.user_id = u.id GROUP BY u.id, u.votes_cast HAVING u.votes_cast <> count(v.media_id)`,
  'views by visitors': `
SELECT u.id FROM users u LEFT JOIN views v ON v.user_id = u.id GROUP BY u.id, u.views_made HAVING u.views_made <> count(v.media_id)`,
  'votes on own items': 'SELECT m.id FROM media m JOIN votes v ON v.media_id = m.id AND v.user_id = m.owner_id',
  'views of own items': 'SELECT m.id FROM media m JOIN views v ON v.media_id = m.id AND v.user_id = m.owner_id',
}

export const expectExactCounts = async (db: Query) => {
  for (const [what, text] of Object.entries(WRONG)) expect(await db.query({ text }), what).toEqual([])
}
