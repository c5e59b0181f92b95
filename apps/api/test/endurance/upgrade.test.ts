import pg from 'pg'
import { expect, it } from 'vitest'
import { createSchema, knownMigrations, migrateDatabase, migrationStatus } from '../../src/platform/db/migrate.ts'
import { afterUse } from '../app/after-use.ts'
import { expectExactCounts, queryCount } from '../app/database.ts'
import { connectTo } from '../app/site.ts'
import { testDatabase } from '../app/test-app.ts'

/** Rows in the schema of 0.1.0. Each later migration adds the rows that it changes. */
const ROWS = `
INSERT INTO users (username, uploads) VALUES ('owner', 2);
INSERT INTO users (username, votes_cast, views_made) VALUES ('voter', 1, 1);
INSERT INTO media (owner_id, status, position, mime_type, original_name, size_bytes, width, height, original_key, sha256, hot_votes, views)
SELECT 1, 'ready', n, 'image/png', n || '.png', 100, 10, 10, n || '.png', sha256(n::text::bytea), (n = 1)::int, (n = 1)::int
FROM generate_series(1, 2) n;
UPDATE catalog SET last_position = 2;
INSERT INTO votes (user_id, media_id, is_hot) VALUES (2, 1, true);
INSERT INTO views (user_id, media_id) VALUES (2, 1)`

const firstReleased = async () => {
  const { url, drop } = await testDatabase('template0')
  afterUse(drop)
  const client = new pg.Client(url)
  await client.connect()
  await client.query('BEGIN')
  await createSchema(
    client,
    knownMigrations()
      .slice(0, 1)
      .map(({ when }) => when),
  )
  await client.query('COMMIT')
  await client.query(ROWS)
  await client.end()
  return url
}

it('keeps every row in an upgrade from the schema of 0.1.0', async () => {
  const url = await firstReleased()
  await migrateDatabase(url)
  expect((await migrationStatus(url)).pending).toEqual([])
  const db = connectTo(url)
  for (const [table, rows] of Object.entries({ users: 2, media: 2, votes: 1, views: 1 }))
    expect(await queryCount(db, `SELECT count(*) FROM ${table}`), table).toBe(rows)
  await expectExactCounts(db)
})
