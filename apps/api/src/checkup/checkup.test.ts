import { readFile, rm, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { DELETE_JOBS, GIVE_UP, JOB_TABLE } from '../../test/app/job-table.ts'
import { broken, usedSite } from '../../test/make/used-site.ts'

const { app, owner, voter, items, look, run, buildPath } = await usedSite()
const [item = 0, other = 0, , trashed = 0] = items

type Fault = { what: string; check: string; wrong: string[]; also?: object; breaking: string; mending: string }

const STRUCTURE: Fault[] = [
  {
    what: 'a missing key',
    check: 'Constraints and indexes',
    wrong: ['votes_pkey is missing'],
    breaking: 'ALTER TABLE votes DROP CONSTRAINT votes_pkey',
    mending: 'ALTER TABLE votes ADD CONSTRAINT votes_pkey PRIMARY KEY (user_id, media_id)',
  },
  {
    what: 'foreign keys that are switched off',
    check: 'Constraints and indexes',
    wrong: ['user_id_users', 'media_id_media'].map((of) => `views_${of}_id_fk is not valid, or is switched off`),
    breaking: 'ALTER TABLE views DISABLE TRIGGER ALL',
    mending: 'ALTER TABLE views ENABLE TRIGGER ALL',
  },
  {
    what: 'an audit log that can be shortened, and a missing index',
    check: 'Constraints and indexes',
    wrong: ['media_search is missing', 'audit_log_only_grows is not valid, or is switched off'],
    breaking: 'ALTER TABLE audit_log DISABLE TRIGGER audit_log_only_grows; DROP INDEX media_search',
    mending: `ALTER TABLE audit_log ENABLE TRIGGER audit_log_only_grows;
      CREATE INDEX media_search ON media USING gin (original_name gin_trgm_ops)`,
  },
]

const JOB = `INSERT INTO ${JOB_TABLE} (name, start_after) VALUES ('skip-mail', now() - interval '11 minutes')`

const ROWS: Fault[] = [
  {
    what: 'a voter set aside whose votes still count',
    check: 'Totals of items',
    wrong: [1, 2, 3].map(() =>
      expect.stringMatching(/^item \d says \d Hot, \d Not and 3 views, but has \d, \d and 3$/),
    ),
    breaking: `WITH made AS (INSERT INTO set_asides (kind) VALUES ('voter') RETURNING id)
      UPDATE users SET is_set_aside = true, set_aside_id = made.id FROM made WHERE users.id = ${voter.id}`,
    mending: 'UPDATE users SET is_set_aside = false',
  },
  {
    what: 'a wrong counter of a user',
    check: 'Counters of users',
    wrong: [`user ${owner.id} says 7 votes, 0 views and 3 uploads, but has 0, 0 and 3`],
    breaking: `UPDATE users SET votes_cast = 7 WHERE id = ${owner.id}`,
    mending: `UPDATE users SET votes_cast = 0 WHERE id = ${owner.id}`,
  },
  {
    what: 'an item that its visitor is never shown',
    check: 'Items left to rate',
    wrong: [`user ${owner.id} is shown nothing up to position 9, but has rated 0 of 1 items there`],
    breaking: `UPDATE users SET rated_through = 9 WHERE id = ${owner.id};
      UPDATE media SET owner_id = ${voter.id} WHERE id = ${other};
      UPDATE users SET uploads = 2 WHERE id = ${owner.id}; UPDATE users SET uploads = 1 WHERE id = ${voter.id}`,
    mending: `UPDATE users SET rated_through = 0, uploads = 3 WHERE id = ${owner.id};
      UPDATE media SET owner_id = ${owner.id} WHERE id = ${other}; UPDATE users SET uploads = 0 WHERE id = ${voter.id}`,
  },
  {
    what: 'an item that is published, but not shown',
    check: 'Shown and hidden items',
    wrong: [`item ${item} is published, but has no position and is shown to no visitor`],
    breaking: `CREATE TABLE positions AS SELECT id, position FROM media; UPDATE media SET position = NULL WHERE id = ${item}`,
    mending: `UPDATE media SET position = positions.position FROM positions WHERE positions.id = media.id; DROP TABLE positions`,
  },
  {
    what: 'a catalog that is behind its items',
    check: 'Shown and hidden items',
    wrong: [expect.stringMatching(/^item \d+ has position \d+, after the last one of the catalog$/)],
    breaking: 'UPDATE catalog SET last_position = (SELECT max(position) - 1 FROM media)',
    mending: 'UPDATE catalog SET last_position = (SELECT max(position) FROM media)',
  },
  {
    what: 'a vote on nothing',
    check: 'Votes and views',
    wrong: [`user ${voter.id} voted on item 987654, but the user or the item no longer exists`],
    also: { 'Constraints and indexes': ['votes_media_id_media_id_fk is missing'] },
    breaking: `ALTER TABLE votes DROP CONSTRAINT votes_media_id_media_id_fk;
      INSERT INTO votes (user_id, media_id, is_hot) VALUES (${voter.id}, 987654, true);
      UPDATE users SET votes_cast = votes_cast + 1 WHERE id = ${voter.id}`,
    mending: `DELETE FROM votes WHERE media_id = 987654;
      UPDATE users SET votes_cast = votes_cast - 1 WHERE id = ${voter.id};
      ALTER TABLE votes ADD CONSTRAINT votes_media_id_media_id_fk FOREIGN KEY (media_id) REFERENCES media (id)`,
  },
  {
    what: 'votes and views of an item that was never published',
    check: 'Votes and views',
    wrong: [expect.stringMatching(`voted on item ${item},`), expect.stringMatching(`viewed item ${item},`)].flatMap(
      (one) => [one, one, one],
    ),
    breaking: `CREATE TABLE positions AS SELECT id, position FROM media; INSERT INTO look_alikes (media_id) VALUES (${item});
      UPDATE media SET status = 'waiting', position = NULL WHERE id = ${item}; UPDATE users SET uploads = 2 WHERE id = ${owner.id}`,
    mending: `DELETE FROM look_alikes; UPDATE users SET uploads = 3 WHERE id = ${owner.id};
      UPDATE media SET status = 'ready', position = positions.position FROM positions WHERE positions.id = media.id AND media.id = ${item}; DROP TABLE positions`,
  },
  {
    what: 'a report that the operator is not shown, and a shown item without a report',
    check: 'Review queue',
    wrong: [
      `item ${item} was reported, but is not in the review queue`,
      `item ${other} is in the review queue, but is gone or has no open report`,
    ],
    breaking: `INSERT INTO reports (media_id, user_id, reason) VALUES (${item}, ${voter.id}, 'spam');
      INSERT INTO reported_media (media_id, is_urgent) VALUES (${other}, false)`,
    mending: 'DELETE FROM reports; DELETE FROM reported_media',
  },
  {
    what: 'an item that should have left the trash',
    check: 'Unfinished uploads and deletions',
    wrong: [`item ${trashed} should have left the trash`],
    breaking: `UPDATE media SET trashed_at = now() - interval '9 days' WHERE id = ${trashed}`,
    mending: `UPDATE media SET trashed_at = now() WHERE id = ${trashed}`,
  },
  {
    what: 'an item that is not erased',
    check: 'Unfinished uploads and deletions',
    wrong: [`item ${trashed} was deleted more than a day ago, but is not erased`],
    breaking: `UPDATE media SET status = 'deleted', trashed_at = NULL, trashed_by = NULL, updated_at = now() - interval '25 hours' WHERE id = ${trashed}`,
    mending: `UPDATE media SET status = 'trashed', trashed_at = now(), trashed_by = 'owner', updated_at = now() WHERE id = ${trashed}`,
  },
  {
    what: 'a user that is not erased',
    check: 'Unfinished uploads and deletions',
    wrong: [`user ${voter.id} was deleted more than a day ago, but is not erased`],
    breaking: `UPDATE users SET deleted_at = now() - interval '25 hours' WHERE id = ${voter.id}`,
    mending: `UPDATE users SET deleted_at = NULL WHERE id = ${voter.id}`,
  },
  {
    what: 'a job that is not tried again',
    check: 'Failed jobs',
    wrong: [expect.stringMatching(/^job \S+ "skip-mail" failed and is not tried again$/)],
    breaking: `${JOB}; ${GIVE_UP} AND singleton_key IS NULL`,
    mending: DELETE_JOBS,
  },
  {
    what: 'a job that no worker does',
    check: 'Overdue jobs',
    wrong: [expect.stringMatching(/^job \S+ "skip-mail" is overdue: does a worker run\?$/)],
    breaking: JOB,
    mending: DELETE_JOBS,
  },
]

it('finds nothing wrong in a used site', async () => {
  const outcomes = await look()
  expect(broken(outcomes)).toEqual({})
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'ok'))
})

describe('a checkup', () => {
  it.each([...STRUCTURE, ...ROWS])('fails one check: $what', async ({ check, wrong, also, breaking, mending }) => {
    await run(breaking)
    try {
      expect(broken(await look())).toEqual({ [check]: wrong, ...also })
    } finally {
      await run(mending)
    }
  })

  it('reports missing, changed and shorter files', async () => {
    const [first, second, third] = await app.deps.db.query<{ original: string; thumb: string }>({
      text: "SELECT original_key AS original, thumb_key AS thumb FROM media WHERE status = 'ready' ORDER BY id",
    })
    const keys = [first?.thumb ?? '', second?.thumb ?? '', third?.original ?? ''] as const
    const bytes = await Promise.all(keys.map((key) => readFile(buildPath(key))))
    await rm(buildPath(keys[0]))
    await writeFile(buildPath(keys[1]), bytes[1]?.toReversed() ?? '')
    await writeFile(buildPath(keys[2]), 'short')
    const found = broken(await look())
    await Promise.all(keys.map((key, place) => writeFile(buildPath(key), bytes[place] ?? '')))
    expect(Object.keys(found)).toEqual(['Files of items'])
    expect(found['Files of items']?.toSorted()).toEqual([
      `item ${item}: ${keys[0]} is missing`,
      `item ${other}: its files are not the bytes that were stored`,
      `item ${items[2]}: ${keys[2]} has 5 bytes instead of ${bytes[2]?.length}`,
      `item ${items[2]}: its files are not the bytes that were stored`,
    ])
  })

  it('skips the other checks when the schema is older', async () => {
    const last = '(SELECT max(id) FROM drizzle.__drizzle_migrations)'
    await run(`CREATE TABLE removed AS SELECT * FROM drizzle.__drizzle_migrations WHERE id = ${last};
      DELETE FROM drizzle.__drizzle_migrations WHERE id = ${last}`)
    const outcomes = await look()
    await run('INSERT INTO drizzle.__drizzle_migrations SELECT * FROM removed; DROP TABLE removed')
    expect(broken(outcomes)).toEqual({ 'Database schema': [expect.stringMatching(/^migration [\w-]+ is missing$/)] })
    expect(outcomes.slice(1).every(({ status }) => status === 'skipped')).toBe(true)
  })
})
