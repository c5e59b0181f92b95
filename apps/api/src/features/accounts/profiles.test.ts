import { type Profile, profile as profileSchema } from '@hotvote/shared/visitor/profiles'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { newSessionId, testApp } from '../../../test/app/test-app.ts'
import { REFUSED_NAMES } from '../../../test/make/hostile.ts'

const app = await testApp()
const visitor = await quickVisitor(app)
const other = await quickVisitor(app)

const change = (body: unknown, { id, cookie }: { id: number | string; cookie?: string } = visitor) =>
  call<Profile>(app, `PATCH /api/users/${id}`, { body, ...(cookie && { cookie }) })
const readRow = async (id: number) => {
  const [row] = await app.deps.db.query<{ row: string }>({ text: 'SELECT u::text AS row FROM users u WHERE id = $1' }, [
    id,
  ])
  return row?.row
}
const getName = async (id: number) => {
  const [row] = await app.deps.db.query<{ username: string }>({ text: 'SELECT username FROM users WHERE id = $1' }, [
    id,
  ])
  return row?.username
}

describe("removing one's location", () => {
  const open = (sessionId: string) =>
    call<Profile>(app, 'POST /api/session', { body: { sessionId, username: '', latitude: 1.5, longitude: 2.5 } })
  const remove = ({ id }: { id: number }, { cookie }: { cookie: string } = visitor) =>
    call<Profile>(app, `DELETE /api/users/${id}/location`, { cookie })

  it('clears both coordinates', async () => {
    const me = await quickVisitor(app)
    await open(me.sessionId)
    const reply = await remove(me, me)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: me.id, latitude: null, longitude: null })
  })

  it('is refused for another visitor', async () => {
    expectError(await remove(other), 403, 'not_yours')
  })
})

describe("changing one's profile", () => {
  it('stores the trimmed name and returns the profile', async () => {
    const me = await quickVisitor(app)
    const reply = await change({ username: '  Ada   Lovelace ' }, me)
    expect(reply.status).toBe(200)
    const { id, createdAt } = me
    const none = { email: null, emailVerified: false, latitude: null, longitude: null }
    expect(profileSchema.strict().parse(reply.body)).toEqual({ id, createdAt, username: 'Ada Lovelace', ...none })
    const body = { sessionId: me.sessionId, username: '' }
    expect((await call<Profile>(app, 'POST /api/session', { body })).body.username).toBe('Ada Lovelace')
    const former = `GET /api/users/check-username/${me.username}` as const
    expect((await call(app, former)).body).toEqual({ available: true })
  })

  it('accepts any script, 30 characters, and the same name in another case', async () => {
    const me = await quickVisitor(app)
    for (const username of ['日本語', 'x'.repeat(30), '🔥'.repeat(30), 'Zoë', 'ZOË', "' OR '1'='1"]) {
      const reply = await change({ username }, me)
      expect(reply.status, reply.text).toBe(200)
      expect(await getName(me.id)).toBe(username)
    }
  })

  it('accepts emoji as typed and ignores invisible characters when comparing names', async () => {
    const me = await quickVisitor(app)
    for (const username of ['❤\uFE0F'.repeat(3), 'The 1\uFE0F\u20E3', '👍🏽 🇺🇦']) {
      expect((await change({ username }, me)).status, username).toBe(200)
      expect(await getName(me.id)).toBe(username)
    }
    for (const username of ['Fast ⚡\uFE0F', 'Fast ⚡\uFE0F\uFE0F']) {
      expect((await change({ username }, me)).status).toBe(200)
      expect(await getName(me.id)).toBe('Fast ⚡')
    }
  })

  it.each([
    ['an emoji sequence', '🏳️‍⚧️ Alex'],
    ['a family of emoji', '👨‍👩‍👧'],
    ['a regional flag', 'Ada 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}'],
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Sinhala with a joiner behind a virama', 'ශ්‍රී ලංකා'],
  ])('accepts %s', async (_kind, username) => {
    const me = await quickVisitor(app)
    expect((await change({ username }, me)).status).toBe(200)
    expect(await getName(me.id)).toBe(username)
  })

  it('changes nothing when the request has no fields', async () => {
    const before = await readRow(visitor.id)
    const reply = await change({})
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: visitor.id, username: visitor.username })
    expect(await readRow(visitor.id)).toBe(before)
  })

  it('refuses a taken name in any case with a reason', async () => {
    const before = await readRow(visitor.id)
    for (const username of [other.username, other.username.toUpperCase(), ` ${other.username.toLowerCase()} `]) {
      const error = expectError(await change({ username }), 409, 'username_taken')
      expect(error.message).toBe('Username is already taken')
    }
    expect(await readRow(visitor.id)).toBe(before)
  })

  it('gives a name to only one of several simultaneous callers', async () => {
    const rivals = await Promise.all(Array.from({ length: 10 }, () => quickVisitor(app)))
    const replies = await Promise.all(
      rivals.map((rival, n) => change({ username: n % 2 ? 'Sought After' : 'SOUGHT AFTER' }, rival)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    for (const [n, reply] of replies.entries())
      if (reply.status === 409) {
        expectError(reply, 409, 'username_taken')
        expect(await getName(rivals[n]?.id ?? 0)).toBe(rivals[n]?.username)
      }
  })

  it.each(Object.entries(REFUSED_NAMES))('refuses a name that is %s', async (_, username) => {
    const before = await readRow(visitor.id)
    const error = expectError(await change({ username }), 400, 'invalid_request')
    expect(error.issues?.[0]?.path).toBe('username')
    expect(await readRow(visitor.id)).toBe(before)
  })

  it('refuses an invalid name, body or id', async () => {
    const before = await readRow(visitor.id)
    for (const username of [null, 1, true, [], {}, ['abc']])
      expectError(await change({ username }), 400, 'invalid_request')
    expectError(await change('{"username":"abc\\u0000def"}'), 400)
    expectError(await change(undefined), 400, 'malformed_body')
    expectError(await change('null'), 400)
    for (const id of ['0', '-1', '1e3', '99999999999999999999', 'abc', '%00'])
      expectError(await change({ username: 'Somebody Else' }, { ...visitor, id }), 400)
    expect(await readRow(visitor.id)).toBe(before)
  })

  it('changes only the name when the body contains other fields', async () => {
    const me = await quickVisitor(app)
    const columns = `to_jsonb(u) - 'username' - 'updated_at'`
    const rest = () => app.deps.db.query({ text: `SELECT ${columns} AS row FROM users u WHERE id = $1` }, [me.id])
    const before = await rest()
    const sneaked = {
      isAdmin: true,
      role: 'admin',
      email: 'mine@example.com',
      emailVerified: true,
      email_verified_at: '2026-01-01',
      id: other.id,
      userId: other.id,
      sessionId: newSessionId(),
      createdAt: '2000-01-01T00:00:00.000Z',
      voteCount: 99,
      votes_cast: 99,
      deletedAt: '2026-01-01',
      latitude: 1,
      longitude: 1,
    }
    const reply = await change({ ...sneaked, username: 'Sneaky' }, me)
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: me.id, username: 'Sneaky', email: null, emailVerified: false })
    expect(await rest()).toEqual(before)
    expect(await getName(other.id)).toBe(other.username)
    expect((await me.next()).status).toBe(404)
  })

  it('refuses an invalid address', async () => {
    const before = await readRow(visitor.id)
    for (const email of ['', 'nobody', 'a@b', 'a b@example.com', 'a@example.com\r\nBcc: b@example.com', 7]) {
      const error = expectError(await change({ username: 'Not Stored', email }), 400, 'invalid_request')
      expect(error.issues?.[0]?.path).toBe('email')
    }
    expect(await readRow(visitor.id)).toBe(before)
  })
})

describe('the profile of another visitor', () => {
  it('cannot be changed', async () => {
    const before = await readRow(visitor.id)
    expectError(await change({ username: 'Taken Over' }, { id: visitor.id, cookie: other.cookie }), 403, 'not_yours')
    expectError(await change({ username: 'Taken Over' }, { id: visitor.id }), 401, 'no_session')
    const madeUp = { id: visitor.id, cookie: 'hv_session=made-up.signature' }
    expectError(await change({ username: 'Taken Over' }, madeUp), 401, 'no_session')
    expectError(await change({ username: 'Taken Over' }, { id: 999_999, cookie: other.cookie }), 403, 'not_yours')
    expect(await readRow(visitor.id)).toBe(before)
  })

  it('cannot be changed after the visitor was removed', async () => {
    const gone = await quickVisitor(app)
    await app.deps.db.query({ text: 'DELETE FROM users WHERE id = $1' }, [gone.id])
    expectError(await change({ username: 'Still Here' }, gone), 401, 'no_session')
  })
})
