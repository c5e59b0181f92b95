import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { broken, usedSite } from '../../test/used-site.ts'

const { app, owner, voter, items, look, run, pathOf } = await usedSite()

type Act = () => Promise<unknown>

/** Breaks something, expects that this line alone fails and tells all of it, and makes it whole again. */
const expectBreach = async (number: number, told: string[], { breaking, mending }: { breaking: Act; mending: Act }) => {
  await breaking()
  try {
    const found = broken(await look())
    expect(Object.keys(found)).toEqual([String(number)])
    for (const text of told) expect(found[number]).toContain(text)
  } finally {
    await mending()
  }
}

/** By hand, past everything that the database checks. */
const unchecked = (text: string) => run(`BEGIN; SET LOCAL session_replication_role = replica; ${text}; COMMIT`)

const removeJobs = (task: string) =>
  run(`DELETE FROM graphile_worker._private_jobs WHERE task_id =
    (SELECT id FROM graphile_worker._private_tasks WHERE identifier = '${task}')`)

it('finds nothing to blame on a site that was used, and says what it looked at and what not', async () => {
  const outcomes = await look({ url: app.baseUrl, ledger: [] })
  expect(broken(outcomes)).toEqual({})
  expect(outcomes.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'ok'))
  const seen = Object.assign({}, ...outcomes.map(({ looked }) => looked))
  expect(seen).toMatchObject({ votes: 9, items: 4, users: 4, 'items byte by byte': 4, links: 1, settings: 7 })
  const without = await look()
  expect(without.filter(({ status }) => status === 'skipped').map(({ number }) => number)).toEqual([11, 14])
})

describe('what is broken fails its own line alone', () => {
  it('1: a second vote', () =>
    expectBreach(1, ['votes_pkey is missing', `user ${voter.id} has 2 votes of item ${items[0]}`], {
      breaking: () =>
        run(`ALTER TABLE votes DROP CONSTRAINT votes_pkey;
          INSERT INTO votes (user_id, media_id, is_hot) VALUES (${voter.id}, ${items[0]}, true);
          UPDATE media SET hot_votes = hot_votes + 1 WHERE id = ${items[0]};
          UPDATE users SET votes_cast = votes_cast + 1 WHERE id = ${voter.id}`),
      mending: () =>
        run(`DELETE FROM votes WHERE ctid = (SELECT max(ctid) FROM votes WHERE user_id = ${voter.id} AND media_id = ${items[0]});
          UPDATE media SET hot_votes = hot_votes - 1 WHERE id = ${items[0]};
          UPDATE users SET votes_cast = votes_cast - 1 WHERE id = ${voter.id};
          ALTER TABLE votes ADD CONSTRAINT votes_pkey PRIMARY KEY (user_id, media_id)`),
    }))

  it('2: a vote that was set aside and counts, and an index that is gone', () =>
    expectBreach(2, ['votes_media_id_created_at is missing', `item ${items[0]} says`], {
      breaking: () =>
        run(`DROP INDEX votes_media_id_created_at;
          WITH made AS (INSERT INTO set_asides (kind) VALUES ('voter') RETURNING id)
          INSERT INTO set_aside_votes (user_id, media_id, set_aside_id) SELECT ${voter.id}, ${items[0]}, id FROM made`),
      mending: () =>
        run(`DELETE FROM set_aside_votes;
          CREATE INDEX votes_media_id_created_at ON votes (media_id, created_at)`),
    }))

  it('4: a vote that was set aside and is gone', () =>
    expectBreach(4, [`the vote of user ${owner.id} and item ${items[0]} is set aside, and not there`], {
      breaking: () =>
        run(`WITH made AS (INSERT INTO set_asides (kind) VALUES ('voter') RETURNING id)
          INSERT INTO set_aside_votes (user_id, media_id, set_aside_id) SELECT ${owner.id}, ${items[0]}, id FROM made`),
      mending: () => run('DELETE FROM set_aside_votes'),
    }))

  it('4: rows whose owner is gone, a vote on an own item, and switched-off keys', () =>
    expectBreach(
      4,
      [
        'votes_user_id_users_id_fk is missing, or does not work',
        'a row of votes points at users 987654, not there',
        'a row of sessions points at users 987655, not there',
        `votes of user ${owner.id} and item ${items[0]}`,
      ],
      {
        breaking: () =>
          unchecked(`ALTER TABLE votes DISABLE TRIGGER ALL;
            INSERT INTO votes (user_id, media_id, is_hot) VALUES (987654, ${items[1]}, true), (${owner.id}, ${items[0]}, true);
            INSERT INTO sessions (token_hash, user_id) VALUES (sha256('x'), 987655);
            UPDATE media SET hot_votes = hot_votes + 1 WHERE id IN (${items[0]}, ${items[1]});
            UPDATE users SET votes_cast = votes_cast + 1 WHERE id = ${owner.id}`),
        mending: () =>
          run(`ALTER TABLE votes ENABLE TRIGGER ALL; DELETE FROM sessions WHERE user_id = 987655;
            DELETE FROM votes WHERE user_id IN (987654, ${owner.id});
            UPDATE media SET hot_votes = hot_votes - 1 WHERE id IN (${items[0]}, ${items[1]});
            UPDATE users SET votes_cast = votes_cast - 1 WHERE id = ${owner.id}`),
      },
    ))

  it('5: files that are gone, changed, shorter, or of another type', async () => {
    const keys = await app.deps.db.query<{ original: string; thumb: string; display: string }>({
      text: "SELECT original_key AS original, thumb_key AS thumb, display_key AS display FROM media WHERE status = 'ready' ORDER BY id",
    })
    const [first, second, third] = keys.map((one) => ({
      original: pathOf(one.original),
      thumb: pathOf(one.thumb),
      display: pathOf(one.display),
    }))
    if (!first || !second || !third) throw new Error('there are three items')
    const files = [first.thumb, second.thumb, third.original, first.display]
    const bytes = await Promise.all(files.map((path) => readFile(path)))
    await expectBreach(
      5,
      [
        `item ${items[0]}: its thumb is not in the store`,
        `item ${items[0]}: its files are not the bytes that were stored`,
        `item ${items[1]}: its files are not the bytes that were stored`,
        `item ${items[1]}: the name of its original is not that of a image/gif`,
        `item ${items[2]}: its original has 20 bytes instead of`,
      ],
      {
        breaking: async () => {
          await rm(first.thumb)
          const changed = Buffer.from(bytes[1] ?? '')
          changed[changed.length - 1] = ~(changed.at(-1) ?? 0) & 255
          await writeFile(second.thumb, changed)
          await writeFile(first.display, bytes[1] ?? '')
          await truncate(third.original, 20)
          await run(`UPDATE media SET mime_type = 'image/gif' WHERE id = ${items[1]}`)
        },
        mending: async () => {
          await Promise.all(files.map((path, index) => writeFile(path, bytes[index] ?? '')))
          await run(`UPDATE media SET mime_type = 'image/png' WHERE id = ${items[1]}`)
        },
      },
    )
  })

  it('7: jobs that nobody does', () =>
    expectBreach(7, ['1 jobs "mail-nobody" were tried as often', '2 jobs "mail-nobody" are overdue'], {
      breaking: () =>
        run(`SELECT graphile_worker.add_job('mail-nobody', run_at => now() - interval '11 minutes') FROM generate_series(1, 3);
          UPDATE graphile_worker._private_jobs SET attempts = max_attempts
          WHERE id = (SELECT max(id) FROM graphile_worker.jobs WHERE task_identifier = 'mail-nobody')`),
      mending: () => removeJobs('mail-nobody'),
    }))

  it('7: reports that the operator is not shown, and what waits for no reason', () =>
    expectBreach(
      7,
      [
        `item ${items[0]} was reported to the operator, who is not shown it`,
        `item ${items[1]} waits for the operator, and is gone or was not reported`,
        `item ${items[3]} waits for the operator, and is gone or was not reported`,
      ],
      {
        breaking: () =>
          run(`INSERT INTO reports (media_id, user_id, reason) VALUES (${items[0]}, ${voter.id}, 'spam'), (${items[3]}, ${voter.id}, 'spam');
            INSERT INTO reported_media (media_id, is_urgent, decided_at)
            VALUES (${items[0]}, false, now()), (${items[1]}, false, NULL), (${items[3]}, false, NULL)`),
        mending: () => run('DELETE FROM reports; DELETE FROM reported_media'),
      },
    ))

  it('8: links that can be read, last long, are open twice, or were used too late', () =>
    expectBreach(
      8,
      [
        'login_tokens_lifetime is missing',
        `a link that is not stored as a hash of user ${owner.id}`,
        `a link that is good for more than 15 minutes of user ${owner.id}`,
        `a link that was used when it was not good of user ${owner.id}`,
        `user ${owner.id} has 2 open links`,
        `a code that is not stored as a hash, or lasts for more than a minute of user ${owner.id}`,
      ],
      {
        breaking: () =>
          run(`ALTER TABLE login_tokens DROP CONSTRAINT login_tokens_lifetime;
            INSERT INTO login_tokens (token_hash, nonce_hash, user_id, purpose, email, expires_at, used_at) VALUES
              ('kN3y_Qw-7hXbTz0aLmP4sRvE9uJc2fGd', sha256('a'), ${owner.id}, 'save', 'a@example.com', now() + interval '9 minutes', NULL),
              (sha256('b'), sha256('b'), ${owner.id}, 'save', 'a@example.com', now() + interval '16 minutes', NULL),
              (sha256('c'), sha256('c'), ${owner.id}, 'save', 'a@example.com', now(), now() + interval '1 minute');
            INSERT INTO exchange_codes (code_hash, session_hash, user_id) VALUES ('a short one', sha256('a'), ${owner.id})`),
        mending: () =>
          run(`DELETE FROM login_tokens WHERE user_id = ${owner.id}; DELETE FROM exchange_codes;
            ALTER TABLE login_tokens ADD CONSTRAINT login_tokens_lifetime CHECK (expires_at <= created_at + interval '15 minutes')`),
      },
    ))

  it('9: one name of two users, a confirmed address that is none, a session in plain text, a secret in a name', () =>
    expectBreach(
      9,
      [
        'users_username_key is missing',
        `the users ${owner.id}, ${voter.id} have one name`,
        `user ${owner.id} has a confirmed address and none`,
        'one of the sessions is no hash (32 bytes)',
        `a session of user ${voter.id} is wrong about whether they are blocked`,
        '2 rows of public.users hold a secret',
      ],
      {
        breaking: () =>
          run(`DROP INDEX users_username_key; ALTER TABLE users DROP CONSTRAINT users_verified_has_email;
            CREATE TABLE names AS SELECT id, username FROM users;
            UPDATE users SET username = 'S' || repeat('s', 32) WHERE id IN (${owner.id}, ${voter.id});
            UPDATE users SET email_verified_at = now() WHERE id = ${owner.id};
            UPDATE sessions SET is_blocked = true WHERE user_id = ${voter.id};
            INSERT INTO sessions (token_hash, user_id) VALUES ('kN3y_Qw-7hXbTz0aLmP4sRvE9uJc2fGd', ${owner.id})`),
        mending: () =>
          run(`UPDATE users SET username = names.username, email_verified_at = NULL FROM names WHERE names.id = users.id;
            DROP TABLE names; UPDATE sessions SET is_blocked = false; DELETE FROM sessions WHERE token_hash = 'kN3y_Qw-7hXbTz0aLmP4sRvE9uJc2fGd';
            CREATE UNIQUE INDEX users_username_key ON users (lower(username));
            ALTER TABLE users ADD CONSTRAINT users_verified_has_email CHECK (email_verified_at IS NULL OR email IS NOT NULL)`),
      },
    ))

  it('10: an entry that was removed', () =>
    expectBreach(
      10,
      ['audit_log_only_grows is missing, or does not work', `MEDIA_DELETE_REQUEST of item ${items[3]}`],
      {
        breaking: () =>
          run(`ALTER TABLE audit_log DISABLE TRIGGER audit_log_only_grows;
          CREATE TABLE removed AS SELECT * FROM audit_log WHERE event = 'MEDIA_DELETE_COMPLETED';
          DELETE FROM audit_log WHERE event = 'MEDIA_DELETE_COMPLETED'`),
        mending: () =>
          run(`INSERT INTO audit_log OVERRIDING SYSTEM VALUE SELECT * FROM removed; DROP TABLE removed;
          ALTER TABLE audit_log ENABLE TRIGGER audit_log_only_grows`),
      },
    ))

  it('7, 10: an account whose deletion has no end, and one without its beginning', async () => {
    const deleted = `INSERT INTO audit_log (event, actor, context) VALUES ('ACCOUNT_DELETE_REQUEST', 'visitor', '{"userId": 987000}')`
    await expectBreach(10, ['the deletion of account 987000 has 1 requests and 0 ends'], {
      breaking: () => run(deleted),
      mending: () =>
        run(
          `INSERT INTO audit_log (event, actor, context) VALUES ('ACCOUNT_DELETE_COMPLETED', 'system', '{"userId": 987000}')`,
        ),
    })
    await run(deleted.replace('987000', String(voter.id)))
    await expectBreach(7, [`user ${voter.id} was deleted, and is not erased yet`], {
      breaking: () => run(`UPDATE users SET deleted_at = now() - interval '25 hours' WHERE id = ${voter.id}`),
      mending: () =>
        run(`UPDATE users SET deleted_at = NULL WHERE id = ${voter.id};
          ALTER TABLE audit_log DISABLE TRIGGER audit_log_only_grows;
          DELETE FROM audit_log WHERE event LIKE 'ACCOUNT_DELETE%';
          ALTER TABLE audit_log ENABLE TRIGGER audit_log_only_grows`),
    })
  })

  it('7: an item that should have left the trash', () =>
    expectBreach(7, [`item ${items[3]} should have left the trash`], {
      breaking: () => run(`UPDATE media SET trashed_at = now() - interval '9 days' WHERE id = ${items[3]}`),
      mending: () => run(`UPDATE media SET trashed_at = now() WHERE id = ${items[3]}`),
    }))

  it('12: times that cannot be', () =>
    expectBreach(12, ['the row of users at', 'the row of media at', 'the row of sessions at'], {
      breaking: () =>
        run(`UPDATE users SET created_at = now() + interval '1 minute', updated_at = now() + interval '1 minute' WHERE id = ${voter.id};
          UPDATE media SET updated_at = created_at - interval '61 seconds' WHERE id = ${items[0]};
          UPDATE sessions SET expires_at = expires_at + interval '2 days' WHERE user_id = ${owner.id}`),
      mending: () =>
        run(`UPDATE users SET created_at = now(), updated_at = now() WHERE id = ${voter.id};
          UPDATE media SET updated_at = now() WHERE id = ${items[0]};
          UPDATE sessions SET expires_at = expires_at - interval '2 days' WHERE user_id = ${owner.id}`),
    }))

  it('13: a constraint that does not hold for old rows', () =>
    expectBreach(13, ['the constraint half of takedowns, which is not valid'], {
      breaking: () => run('ALTER TABLE takedowns ADD CONSTRAINT half CHECK (id > 0) NOT VALID'),
      mending: () => run('ALTER TABLE takedowns DROP CONSTRAINT half'),
    }))

  it('15: a setting that was changed behind the log, a migration twice, an index that is gone', () =>
    expectBreach(
      15,
      [
        'skip-button has version 2, and version 1 was saved last',
        '1 migrations were applied twice',
        'media_search is missing',
      ],
      {
        breaking: () =>
          run(`INSERT INTO settings SELECT name, 2, values, actor FROM settings WHERE name = 'skip-button'; DROP INDEX media_search;
            INSERT INTO drizzle.__drizzle_migrations (hash, created_at)
            SELECT hash, created_at FROM drizzle.__drizzle_migrations ORDER BY id DESC LIMIT 1`),
        mending: () =>
          run(`DELETE FROM settings WHERE version = 2;
            CREATE INDEX media_search ON media USING gin (original_name gin_trgm_ops);
            DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)`),
      },
    ))
})

it('says that the schema is older, and does not ask what it cannot answer', async () => {
  await run('DELETE FROM drizzle.__drizzle_migrations WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations)')
  const outcomes = await look()
  expect(broken(outcomes)).toEqual({ 15: '1 migrations of this version were not applied' })
  expect(outcomes.filter(({ status }) => status === 'skipped')).toHaveLength(14)
})
