import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '../src/config.ts'
import { knownMigrations, migrateDatabase, migrationStatus } from '../src/db/migrate.ts'
import { afterUse } from './after-use.ts'
import { countOf, expectExactCounts } from './counts.ts'
import { connectTo } from './site.ts'
import { PROCESSES, SOON } from './soon.ts'
import { testDatabase } from './test-app.ts'

const known = knownMigrations()
const [USERS, ITEMS] = [8, 400]

/** Rows that every released schema holds: visitors, items that all of them may vote on, and what some did. */
const ROWS = `
INSERT INTO users (username) SELECT 'visitor ' || n FROM generate_series(0, ${USERS}) n;
INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256, hot_votes, views)
SELECT 1, 'ready', n, 'image/png', n || '.png', 100, 10, 10, n || '.png', sha256(n::text::bytea), (n <= 50)::int, (n <= 50)::int
FROM generate_series(1, ${ITEMS}) n;
UPDATE catalog SET last_position = ${ITEMS};
INSERT INTO votes (user_id, media_id, is_hot) SELECT 2, n, true FROM generate_series(1, 50) n;
INSERT INTO views (user_id, media_id) SELECT 2, n FROM generate_series(1, 50) n;
UPDATE users SET votes_cast = 50 WHERE id = 2`

/** Those of later schemas. */
const TAKEDOWN = `
INSERT INTO takedowns (status, complainant_name, complainant_email, copyright_owner, work_description, infringement_description,
  infringing_urls, good_faith_statement, accuracy_statement, electronic_signature, media_id)
VALUES ('pending', 'Ada', 'ada@example.com', 'Ada', 'A work', 'A copy', '[]', true, true, 'Ada', 1);
INSERT INTO audit_log (event, actor) VALUES ('DMCA_TAKEDOWN_CREATED', 'visitor')`

const REPORT = `
INSERT INTO reports (media_id, user_id, reason) VALUES (1, 2, 'spam');
INSERT INTO reported_media (media_id, is_urgent) VALUES (1, false)`

const TRASH = `
INSERT INTO media (owner_id, status, trashed_at, trashed_by, mime_type, original_name, size_bytes, width, height, original_key, sha256)
VALUES (1, 'trashed', now(), 'owner', 'image/png', 'trash.png', 100, 10, 10, 'trash.png', sha256('trash'))`

/** Rows of what came with so many migrations. */
const LATER: [migrations: number, rows: string][] = [
  [2, TAKEDOWN],
  [3, 'UPDATE users SET views_made = 50 WHERE id = 2'],
  [27, REPORT],
  [28, TRASH],
  [32, 'UPDATE users SET blocked_at = now() WHERE id = 2'],
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

/** Votes as processes of the old version do, with the time limits of the site, until it is told to end. */
const startVoting = (url: string) => {
  const { lockTimeout, statementTimeout } = loadConfig({}).databasePool
  const options = `-c lock_timeout=${lockTimeout} -c statement_timeout=${statementTimeout}`
  let goOn = true
  let votes = 0
  const run = async (userId: number) => {
    const client = new pg.Client({ connectionString: url, options })
    await client.connect()
    try {
      for (let item = 51; goOn && item <= ITEMS; item++) {
        await sent(() => client.query(VOTE, [userId, item]))
        votes++
      }
    } finally {
      await client.end()
    }
  }
  const done = Promise.all(Array.from({ length: USERS - 2 }, (_, n) => run(n + 3)))
  // Told where it is waited for.
  done.catch(() => undefined)
  return {
    votes: () => votes,
    end: async () => {
      goOn = false
      await done
      return votes
    },
  }
}

const filledAt = async (applied: number) => {
  const database = await testDatabase('template0')
  afterUse(database.drop)
  await migrateDatabase(database.url, { only: known.slice(0, applied).map(({ when }) => when) })
  const db = connectTo(database.url)
  await db.query({ text: ROWS })
  for (const [migrations, text] of LATER) if (applied >= migrations) await db.query({ text })
  return { db, url: database.url }
}

describe('an upgrade of a database with the schema', PROCESSES, () => {
  it.each(known.slice(0, -1).map(({ name }, index) => [name, index + 1] as const))(
    '%s loses no row and no vote',
    async (_name, applied) => {
      const { db, url } = await filledAt(applied)
      const voting = startVoting(url)
      await expect.poll(voting.votes, SOON).toBeGreaterThan(0)
      await migrateDatabase(url)
      const votes = await voting.end()
      expect((await migrationStatus(url)).pending).toEqual([])
      expect(await countOf(db, 'SELECT count(*) FROM votes')).toBe(50 + votes)
      expect(await countOf(db, 'SELECT count(*) FROM views')).toBe(50)
      expect(await countOf(db, `SELECT count(*) FROM media WHERE status = 'ready'`)).toBe(ITEMS)
      expect(await countOf(db, 'SELECT count(*) FROM users')).toBe(USERS + 1)
      expect(await countOf(db, 'SELECT count(*) FROM takedowns')).toBe(Number(applied > 1))
      const later = [
        [
          27,
          'SELECT count(*) FROM reports JOIN reported_media USING (media_id) WHERE settled_at IS NULL AND decided_at IS NULL',
        ],
        [28, `SELECT count(*) FROM media WHERE status = 'trashed'`],
        [32, 'SELECT count(*) FROM users WHERE blocked_at IS NOT NULL'],
      ] as const
      for (const [migrations, text] of later) expect(await countOf(db, text), text).toBe(Number(applied >= migrations))
      await expectExactCounts(db)
    },
  )
})
