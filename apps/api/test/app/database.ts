import { expect } from 'vitest'
import type { Database, Db } from '../../src/platform/db/client.ts'

/** Opens a transaction that keeps its locks until it ends. */
export const hold = async ({ pool }: Pick<Database, 'pool'>, text: string, values: unknown[]) => {
  const holder = await pool.connect()
  await holder.query('SET idle_in_transaction_session_timeout = 0; BEGIN')
  await holder.query(text, values)
  return {
    query: (more: string, given: unknown[]) => holder.query(more, given),
    end: async () => {
      await holder.query('COMMIT')
      holder.release()
    },
  }
}

export const waitingForLocks = (db: Database) =>
  queryCount(
    db,
    `SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  )

const COLUMNS = `
SELECT format('%I.%I', table_schema, table_name) AS tab, quote_ident(column_name) AS col, data_type AS type
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
  AND data_type IN ('text', 'bytea', 'character varying', 'json', 'jsonb', 'uuid', 'ARRAY')`

const getForms = (secret: string) =>
  [Buffer.from(secret), Buffer.from(secret, 'base64url'), Buffer.from(Buffer.from(secret).toString('hex'))].filter(
    ({ length }) => length >= 16,
  )

export const expectNowhereIn = async (db: Pick<Db, 'query'>, secrets: string[]) => {
  const columns = await db.query<{ tab: string; col: string; type: string }>({ text: COLUMNS })
  expect(columns.map(({ tab, col }) => `${tab}.${col}`)).toEqual(
    expect.arrayContaining(['public.sessions.token_hash', 'pgboss.job_common.data']),
  )
  const forms = secrets.flatMap(getForms)
  expect(forms.length).toBeGreaterThanOrEqual(secrets.length)
  for (const { tab, col, type } of columns) {
    const bytes = type === 'bytea' ? col : `convert_to(${col}::text, 'UTF8')`
    const text = `SELECT count(*) FROM ${tab}, unnest($1::bytea[]) secret WHERE position(secret in ${bytes}) > 0`
    expect(await queryCount(db, text, [forms]), `${tab}.${col}`).toBe(0)
  }
}

type Query = Pick<Db, 'query'>

export const queryCount = async (db: Query, text: string, values: unknown[] = []) => {
  const [row] = await db.query<{ n: number }>({ text: `SELECT (${text})::bigint AS n` }, values)
  return row?.n ?? 0
}

/** Filters by database, because PostgreSQL lists locks of the whole server. */
export const waitingFor = (db: Query, table: string) =>
  queryCount(
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
