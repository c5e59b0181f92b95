import { expect, it } from 'vitest'
import { call, type QuickVisitor, quickVisitors } from '../../../test/app/call.ts'
import { expectExactCounts, queryCount } from '../../../test/app/database.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'
import { eraseAccounts } from './account-deletion.service.ts'

const app = await testApp()
const { db } = app.deps

type Place = { table: string; column: string }

/** Columns that refer to a user, by foreign key or by name. */
const NAMING_USERS = `
SELECT conrelid::regclass::text AS table, attname::text AS column
FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
WHERE contype = 'f' AND confrelid = 'users'::regclass
UNION
SELECT table_name::text, column_name::text FROM information_schema.columns
WHERE table_schema = 'public' AND column_name ~ '(^|_)(user|owner|voter|visitor)_id$'
ORDER BY 1`

const FILL: Record<string, string> = {
  captured_emails: `INSERT INTO captured_emails (user_id, email) VALUES ($1, 'held@example.com')`,
  ended_sessions: `INSERT INTO ended_sessions (token_hash, user_id) VALUES (sha256('held'), $1)`,
  exchange_codes: `INSERT INTO exchange_codes (code_hash, user_id, session_hash) VALUES (sha256('held'), $1, sha256('other'))`,
  login_tokens: `INSERT INTO login_tokens (token_hash, user_id, purpose, email, nonce_hash)
    VALUES (sha256('held'), $1, 'save', 'held@example.com', sha256('nonce'))`,
  media: 'SELECT $1::bigint',
  reports: `INSERT INTO reports (user_id, media_id, reason) SELECT user_id, media_id, 'spam' FROM votes WHERE user_id = $1`,
  sessions: 'SELECT $1::bigint',
  set_asides: `SELECT $1::bigint`,
  taken_down_media: 'INSERT INTO taken_down_media (owner_id, is_upheld) VALUES ($1, true)',
  views: 'SELECT $1::bigint',
  votes: 'SELECT $1::bigint',
}
/** Rows kept without the user. */
const STAYS = ['ended_sessions', 'reports', 'taken_down_media']
/** Rows kept with the id of the deleted user. */
const NUMBERS = ['set_asides']
const UNTOLD = ['set_asides']

it('exports and erases every table that names a user', async () => {
  const [leaving, owner] = (await quickVisitors(app, 2)) as [QuickVisitor, QuickVisitor]
  const [item = 0] = await newItems(app, owner.id, 1)
  await newItems(app, leaving.id, 1)
  await leaving.vote(item)
  await leaving.view(item)
  const setAside = `WITH made AS (INSERT INTO set_asides (kind, user_id) VALUES ('voter', $1) RETURNING id)
    UPDATE users SET is_set_aside = true, set_aside_id = made.id FROM made WHERE users.id = $1`
  await db.query({ text: setAside }, [leaving.id])
  await db.query({ text: 'UPDATE media SET hot_votes = 0, not_votes = 0 WHERE id = $1' }, [item])
  const places = await db.query<Place>({ text: NAMING_USERS })
  expect(places.map(({ table }) => table)).toEqual(Object.keys(FILL))
  const readRows = async () =>
    Object.fromEntries(
      await Promise.all(
        places.map(async ({ table, column }) => [
          table,
          await queryCount(db, `SELECT count(*) FROM ${table} WHERE ${column} = ${leaving.id}`),
        ]),
      ),
    )
  const sizes = async () =>
    Object.fromEntries(
      await Promise.all(
        places.map(async ({ table }) => [table, await queryCount(db, `SELECT count(*) FROM ${table}`)]),
      ),
    )
  for (const text of Object.values(FILL)) await db.query({ text }, [leaving.id])
  const [held, before] = [await readRows(), await sizes()]
  for (const { table } of places) expect(held[table], table).toBe(1)

  const { body } = await call<Record<string, unknown[]>>(app, `GET /api/users/${leaving.id}/data`, {
    cookie: leaving.cookie,
  })
  expect(JSON.stringify(body)).not.toMatch(/aside/i)
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  for (const { table } of places)
    if (UNTOLD.includes(table)) expect(body, table).not.toHaveProperty(camel(table))
    else expect(body[camel(table)], table).toHaveLength(1)

  expect((await call(app, `DELETE /api/users/${leaving.id}`, { cookie: leaving.cookie })).status).toBe(204)
  await eraseAccounts(app.deps, new AbortController().signal)
  await expectExactCounts(db)
  expect(await readRows()).toEqual(
    Object.fromEntries(places.map(({ table }) => [table, Number(NUMBERS.includes(table))])),
  )
  const after = await sizes()
  for (const { table } of places) {
    if (NUMBERS.includes(table)) continue
    if (STAYS.includes(table))
      expect(after[table], table).toBe((before[table] ?? 0) + Number(table === 'ended_sessions'))
    else expect(after[table], `rows of ${table} that lost their user and stayed`).toBe((before[table] ?? 0) - 1)
  }
})

it('exports every column of a user except internal ones', async () => {
  const [visitor] = (await quickVisitors(app, 1)) as [QuickVisitor]
  const { body } = await call<{ profile: object }>(app, `GET /api/users/${visitor.id}/data`, { cookie: visitor.cookie })
  const rows = await db.query<{ name: string }>({
    text: `SELECT column_name::text AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = 'users'`,
  })
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const told = [
    ...Object.keys(body.profile).map(snake),
    'rated_through',
    'deleted_at',
    'is_library',
    'is_set_aside',
    'set_aside_id',
  ]
  expect(rows.map(({ name }) => name).sort()).toEqual(told.sort())
})
