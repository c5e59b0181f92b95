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

/** Rows of the schema of 0.1.0: a visitor with items that all others may vote on, and one who did. */
const ROWS = `
INSERT INTO users (username) SELECT 'visitor ' || n FROM generate_series(1, 2) n;
INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256, hot_votes, views)
SELECT 1, 'ready', n, 'image/png', n || '.png', 100, 10, 10, n || '.png', sha256(n::text::bytea), (n <= 50)::int, (n <= 50)::int
FROM generate_series(1, ${ITEMS}) n;
UPDATE catalog SET last_position = ${ITEMS};
INSERT INTO votes (user_id, media_id, is_hot) SELECT 2, n, true FROM generate_series(1, 50) n;
INSERT INTO views (user_id, media_id) SELECT 2, n FROM generate_series(1, 50) n;
UPDATE users SET votes_cast = 50, views_made = 50 WHERE id = 2;
UPDATE users SET uploads = ${ITEMS} WHERE id = 1`

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

/** A database with the schema of 0.1.0, and rows in it. */
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
  it('from the schema of 0.1.0 to the newest', async () => {
    const database = await firstReleased()
    const endVoting = await startVoting(database)
    await migrateDatabase(database.url)
    const votes = await endVoting()
    expect((await migrationStatus(database.url)).pending).toEqual([])
    expect(await rowsOf(database)).toEqual({ ...FIRST_ROWS, votes: 50 + votes, users: 2 + VOTERS })
    await expectExactCounts(database.db)
  })
})
