import type { Db } from '../../db/client.ts'

const COUNTED = ['users', 'media', 'votes', 'views'] as const
export type Totals = Record<(typeof COUNTED)[number], number>

/** Rows above which the planner's estimate is told: counting them would take the database seconds. */
const ESTIMATED = 500_000

/** How many rows the tables have; of very long ones, about. */
export const totalsOf = async (db: Db): Promise<Totals> => {
  const estimates = await db.query<{ name: (typeof COUNTED)[number]; rows: number }>(
    { text: 'SELECT relname AS name, reltuples::bigint AS rows FROM pg_class WHERE oid = ANY ($1::regclass[])' },
    [COUNTED],
  )
  const totals: Totals = { users: 0, media: 0, votes: 0, views: 0 }
  for (const { name, rows } of estimates) {
    const text = `SELECT count(*) AS n FROM ${name}`
    totals[name] = rows > ESTIMATED ? rows : ((await db.query<{ n: number }>({ text }))[0]?.n ?? 0)
  }
  return totals
}

export const ping = async (db: Db) => {
  await db.query({ text: 'SELECT 1' })
}

export const tableNames = async (db: Db): Promise<string[]> => {
  const text = `
SELECT table_name AS name FROM information_schema.tables
WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name`
  const rows = await db.query<{ name: string }>({ text })
  return rows.map(({ name }) => name)
}

/** Questions like those of the site; what they answer stays here. */
export const SAMPLES = [
  { name: 'Newest media', text: 'SELECT id FROM media ORDER BY created_at DESC, id DESC LIMIT 10' },
  { name: 'Newest users', text: 'SELECT id FROM users ORDER BY created_at DESC, id DESC LIMIT 10' },
  {
    name: 'Media with their uploaders',
    text: 'SELECT m.id, u.username FROM media m JOIN users u ON u.id = m.owner_id LIMIT 10',
  },
  {
    name: 'Votes with their media',
    text: 'SELECT v.media_id, m.hot_votes FROM votes v JOIN media m ON m.id = v.media_id LIMIT 10',
  },
  { name: 'Last position', text: 'SELECT last_position FROM catalog' },
]

export const runSample = async (db: Db, text: string) => {
  await db.query({ text })
}

/** Everything that visitors left; settings, the audit log and the operator's work stay. */
const VISITOR_TABLES = [
  'users',
  'sessions',
  'ended_sessions',
  'media',
  'votes',
  'views',
  'takedowns',
  'login_tokens',
  'exchange_codes',
  'captured_emails',
  'daily_activity',
  'redirect_counts',
]

/** Milliseconds that a reset waits for the tables at a time: everybody else waits behind it. */
const PATIENCE = 1000

/** Takes the tables from everybody until the transaction ends. Fails soon when somebody does not let go. */
export const lockVisitorTables = async (db: Db) => {
  await db.query({ text: `SET LOCAL lock_timeout = ${PATIENCE}` })
  await db.query({ text: `LOCK TABLE ${VISITOR_TABLES.join(', ')}, catalog IN ACCESS EXCLUSIVE MODE` })
}

/** Empties them, and begins ids and positions anew. */
export const emptyVisitorTables = async (db: Db) => {
  await db.query({ text: `TRUNCATE ${VISITOR_TABLES.join(', ')} RESTART IDENTITY` })
  await db.query({ text: 'UPDATE catalog SET last_position = 0' })
  // What they found, made or added names items and votes that are gone, and ids that others will have.
  const text = 'DELETE FROM operations WHERE kind = ANY ($1)'
  await db.query({ text }, [['find-duplicates', 'find-orphans', 'populate-votes', 'export-votes']])
  // A new user gets the id of an old one, and not what that one had used up.
  await db.query({ text: `DELETE FROM rate_limits WHERE key LIKE '%:session:%'` })
}
