import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { knownMigrations, migrateDatabase, migrationStatus } from '../src/db/migrate.ts'
import { afterUse } from './after-use.ts'
import { countOf, expectExactCounts } from './counts.ts'
import { connectTo } from './site.ts'
import { PROCESSES } from './soon.ts'
import { testDatabase } from './test-app.ts'

const known = knownMigrations()
const ITEMS = 400

/** Rows of the first released schema: a visitor with items that all others may vote on, and one who did. */
const ROWS = `
INSERT INTO users (username) SELECT 'visitor ' || n FROM generate_series(1, 2) n;
INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256, hot_votes, views)
SELECT 1, 'ready', n, 'image/png', n || '.png', 100, 10, 10, n || '.png', sha256(n::text::bytea), (n <= 50)::int, (n <= 50)::int
FROM generate_series(1, ${ITEMS}) n;
UPDATE catalog SET last_position = ${ITEMS};
INSERT INTO votes (user_id, media_id, is_hot) SELECT 2, n, true FROM generate_series(1, 50) n;
INSERT INTO views (user_id, media_id) SELECT 2, n FROM generate_series(1, 50) n;
UPDATE users SET votes_cast = 50 WHERE id = 2`

/** What a site adds that has had so many migrations: an item that a new visitor has seen and rated. */
const rated = (migrations: number) => {
  const [column, value] = migrations >= 3 ? [', views_made', ', 1'] : ['', '']
  return `
WITH visitor AS (INSERT INTO users (username, votes_cast${column}) VALUES ('rater ${migrations}', 1${value}) RETURNING id),
top AS (UPDATE catalog SET last_position = last_position + 1 RETURNING last_position),
item AS (
  INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256, hot_votes, views)
  SELECT 1, 'ready', last_position, 'image/png', 'rated', 100, 10, 10, 'rated-${migrations}.png', sha256('rated-${migrations}'), 1, 1
  FROM top RETURNING id),
vote AS (INSERT INTO votes (user_id, media_id, is_hot) SELECT visitor.id, item.id, true FROM visitor, item)
INSERT INTO views (user_id, media_id) SELECT visitor.id, item.id FROM visitor, item`
}

const TAKEDOWN = `
INSERT INTO takedowns (status, complainant_name, complainant_email, copyright_owner, work_description, infringement_description,
  infringing_urls, good_faith_statement, accuracy_statement, electronic_signature, media_id)
SELECT 'pending', 'Ada', 'ada@example.com', 'Ada', 'A work', 'A copy', '[]', true, true, 'Ada', max(id) FROM media;
INSERT INTO audit_log (event, actor) VALUES ('DMCA_TAKEDOWN_CREATED', 'visitor')`

const REPORT = `
INSERT INTO reports (media_id, user_id, reason) SELECT max(id), 2, 'spam' FROM media;
INSERT INTO reported_media (media_id, is_urgent) SELECT max(id), false FROM media`

const trashed = (migrations: number) => `
INSERT INTO media (owner_id, status, trashed_at, trashed_by, mime_type, original_name, size_bytes, width, height, original_key, sha256)
VALUES (1, 'trashed', now(), 'owner', 'image/png', 'trash', 100, 10, 10, 'trash-${migrations}.png', sha256('trash-${migrations}'))`

/** What each schema adds besides that has had so many migrations, and how many rows of it there are. */
const LATER = [
  { from: 2, add: () => TAKEDOWN, count: 'SELECT count(*) FROM takedowns' },
  {
    from: 27,
    add: () => REPORT,
    count:
      'SELECT count(*) FROM reports JOIN reported_media USING (media_id) WHERE settled_at IS NULL AND decided_at IS NULL',
  },
  { from: 28, add: trashed, count: `SELECT count(*) FROM media WHERE status = 'trashed'` },
  {
    from: 32,
    add: (migrations: number) => `UPDATE users SET blocked_at = now() WHERE username = 'rater ${migrations}'`,
    count: 'SELECT count(*) FROM users WHERE blocked_at IS NOT NULL',
  },
]

const VOTE = `
WITH cast_vote AS (INSERT INTO votes (user_id, media_id, is_hot) VALUES ($1, $2, true) RETURNING 1),
counted AS (UPDATE users SET votes_cast = votes_cast + 1 WHERE id = $1)
UPDATE media SET hot_votes = hot_votes + 1 WHERE id = $2`

/** A deadlock, a lock and a statement that are out of time are answered with 503, and the page sends the vote again. */
const SENT_AGAIN = ['40P01', '55P03', '57014']
const sent = async (vote: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await vote()
  } catch (failure) {
    if (!SENT_AGAIN.includes((failure as { code?: string }).code ?? '')) throw failure
    return sent(vote)
  }
}

const VOTERS = 3
const newVoters = async (db: ReturnType<typeof connectTo>) => {
  const text = `
INSERT INTO users (username) SELECT 'voter ' || count(users.id) || ' ' || n
FROM users, generate_series(1, ${VOTERS}) n GROUP BY n RETURNING id`
  return (await db.query<{ id: number }>({ text })).map(({ id }) => id)
}

/** New visitors vote as processes of the old version let them, with the time limits of the site, until it is told to end. */
const startVoting = async ({ db, url }: Database) => {
  const { lockTimeout, statementTimeout } = loadConfig({}).databasePool
  const options = `-c lock_timeout=${lockTimeout} -c statement_timeout=${statementTimeout}`
  let goOn = true
  let votes = 0
  const begun = Promise.withResolvers<void>()
  const run = async (userId: number) => {
    const client = new pg.Client({ connectionString: url, options })
    await client.connect()
    try {
      for (let item = 51; goOn && item <= ITEMS; item++) {
        await sent(() => client.query(VOTE, [userId, item]))
        votes++
        begun.resolve()
      }
    } finally {
      await client.end()
    }
  }
  const done = Promise.all((await newVoters(db)).map(run))
  // A test that fails before it ends the voting does not leave it to run into the end of the database.
  afterUse(() => {
    goOn = false
    return done.catch(() => undefined)
  })
  await Promise.race([begun.promise, done])
  return async () => {
    goOn = false
    await done
    return votes
  }
}

/** A database with the first released schema, and rows in it. */
const firstReleased = async () => {
  const database = await testDatabase('template0')
  afterUse(database.drop)
  await migrateDatabase(database.url, { only: known.slice(0, 1).map(({ when }) => when) })
  const db = connectTo(database.url)
  await db.query({ text: ROWS })
  return { db, url: database.url }
}
type Database = Awaited<ReturnType<typeof firstReleased>>

const rowsOf = async ({ db }: Database) => ({
  votes: await countOf(db, 'SELECT count(*) FROM votes'),
  views: await countOf(db, 'SELECT count(*) FROM views'),
  items: await countOf(db, `SELECT count(*) FROM media WHERE status = 'ready'`),
  users: await countOf(db, 'SELECT count(*) FROM users'),
})
const FIRST_ROWS = { votes: 50, views: 50, items: ITEMS, users: 2 }

describe('an upgrade under votes loses no row and no vote', PROCESSES, () => {
  it('from the first released schema to the newest at once', async () => {
    const database = await firstReleased()
    const endVoting = await startVoting(database)
    await migrateDatabase(database.url)
    const votes = await endVoting()
    expect((await migrationStatus(database.url)).pending).toEqual([])
    expect(await rowsOf(database)).toEqual({ ...FIRST_ROWS, votes: 50 + votes, users: 2 + VOTERS })
    await expectExactCounts(database.db)
  })

  it('from each released schema to the next, with rows of every schema before it', async () => {
    const database = await firstReleased()
    const { db, url } = database
    const rows = { ...FIRST_ROWS }
    for (const [index, { name }] of known.slice(1).entries()) {
      const migrations = index + 1
      const later = LATER.filter(({ from }) => migrations >= from)
      for (const { add } of [{ add: rated }, ...later]) await db.query({ text: add(migrations) })
      const endVoting = await startVoting(database)
      await migrateDatabase(url, { only: known.slice(0, migrations + 1).map(({ when }) => when) })
      rows.votes += 1 + (await endVoting())
      rows.views++
      rows.items++
      rows.users += 1 + VOTERS
      expect(await rowsOf(database), name).toEqual(rows)
    }
    expect((await migrationStatus(url)).pending).toEqual([])
    for (const { from, count } of LATER) expect(await countOf(db, count), count).toBe(known.length - from)
    await expectExactCounts(db)
  })
})
