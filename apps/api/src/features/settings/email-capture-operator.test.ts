import type { CapturedEmail } from '@hotvote/shared/visitor/email-capture'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { allPages, listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'

const app = await testApp()
beforeEach(() => app.deps.db.query({ text: 'TRUNCATE settings, captured_emails, audit_log' }))

const CONFIG = '/api/admin/email-capture-config'
const LIST = '/api/admin/captured-emails'
const save = (body: unknown) => operatorCall(app, `POST ${CONFIG}`, body)

describe('the configuration', () => {
  it('takes effect when it is saved and writes an audit entry', async () => {
    const saved = await save({ isEnabled: true, voteThreshold: 12 })
    expect(saved).toMatchObject({ status: 200, body: { isEnabled: true, voteThreshold: 12 } })
    expect((await operatorCall(app, `GET ${CONFIG}`)).body).toEqual(saved.body)
    expect((await call(app, 'GET /api/email-capture-config')).body).toEqual({ isEnabled: true, voteThreshold: 12 })
    const again = await save({ isEnabled: false, voteThreshold: 1 })
    expect(again).toMatchObject({ status: 200, body: { isEnabled: false, voteThreshold: 1 } })
    expect((await call(app, 'GET /api/email-capture-config')).body).toEqual({ isEnabled: false, voteThreshold: 1 })
    expect(await listAudit(app)).toMatchObject([
      { event: 'SETTINGS_UPDATED', context: { setting: 'email-capture', isEnabled: true, voteThreshold: 12 } },
      { event: 'SETTINGS_UPDATED', context: { setting: 'email-capture', isEnabled: false, voteThreshold: 1 } },
    ])
  })

  it('accepts any whole number from 1 to 100', async () => {
    for (const voteThreshold of [1, 100])
      expect(await save({ isEnabled: true, voteThreshold })).toMatchObject({ status: 200, body: { voteThreshold } })
  })

  it.each([
    ['Vote threshold must be at least 1', [0, -1, null, '5', undefined, []]],
    ['Vote threshold must be at most 100', [101, 1e308]],
    ['Vote threshold must be a whole number', [1.5]],
  ])('refuses with "%s" and changes nothing', async (message, wrong) => {
    for (const voteThreshold of wrong) {
      const error = expectError(await save({ isEnabled: true, voteThreshold }), 400, 'invalid_request')
      expect(error.error, String(voteThreshold)).toBe(message)
    }
    expectError(await save({ voteThreshold: 5 }), 400, 'invalid_request')
    expect((await operatorCall(app, `GET ${CONFIG}`)).body).toMatchObject({ updatedAt: null })
    expect(await listAudit(app)).toEqual([])
  })
})

const capture = (emails: string[], userId: number | null = null) =>
  app.deps.db.query({ text: 'INSERT INTO captured_emails (user_id, email) SELECT $1, unnest($2::text[])' }, [
    userId,
    emails,
  ])

describe('the addresses that visitors left', () => {
  it('are listed with their visitor, even after the visitor was deleted', async () => {
    const [stays, leaves] = [await quickVisitor(app), await quickVisitor(app)]
    for (const [{ cookie, sessionId }, email] of [
      [stays, 'ada@example.com'],
      [leaves, 'grace@example.com'],
    ] as const)
      await call(app, 'POST /api/email-capture', { cookie, body: { email, sessionId } })
    await app.deps.db.query({ text: 'DELETE FROM users WHERE id = $1' }, [leaves.id])
    const { body } = await operatorCall<CapturedEmail[]>(app, `GET ${LIST}`)
    const gone = { email: 'grace@example.com', userId: null, username: null }
    expect(body).toMatchObject([gone, { email: 'ada@example.com', userId: stays.id, username: expect.any(String) }])
    expect(Date.now() - Date.parse(body[0]?.createdAt ?? '')).toBeLessThan(600_000)
  })

  it('are paged, newest first, each once', async () => {
    const emails = Array.from({ length: 23 }, (_, n) => `ada${n}@example.com`)
    await capture(emails)
    const { entries, totals } = await allPages<CapturedEmail>(app, `${LIST}?limit=10`)
    expect(entries.map(({ email }) => email)).toEqual(emails.toReversed())
    expect(totals).toEqual([23, 23, 23])
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'cursor=-1', 'cursor=x', 'export=yes'])
      expectError(await operatorCall(app, `GET ${LIST}?${query}`), 400, 'invalid_request')
  })

  it('are exported without formulas, with an audit entry', async () => {
    const { id } = await quickVisitor(app)
    await app.deps.db.query({ text: 'UPDATE users SET username = $2 WHERE id = $1' }, [id, '=HYPERLINK("x"),1'])
    await capture(['+ada@example.com', 'grace@example.com'], id)
    await capture(['"quoted, too"@example.com'])
    const reply = await operatorCall(app, `GET ${LIST}?export=true`)
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(reply.headers['content-disposition']).toMatch(
      /^attachment; filename="captured-emails-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const lines = reply.text.replace(/^\uFEFF/, '').split('\r\n')
    const name = `"'=HYPERLINK(""x""),1"`
    const time = '"\\d{4}-[^"]+Z"'
    expect(lines).toEqual([
      '"email","username","captured_at"',
      expect.stringMatching(new RegExp(`^"""quoted, too""@example\\.com","",${time}$`)),
      expect.stringContaining(`"grace@example.com",${name},`),
      expect.stringContaining(`"'+ada@example.com",${name},`),
      '',
    ])
    expect(await listAudit(app)).toMatchObject([
      { event: 'CAPTURED_EMAILS_EXPORTED', actor: 'operator', context: { count: 3 } },
    ])
  })

  it('are exported completely in large numbers', async () => {
    await app.deps.db.query({
      text: `INSERT INTO captured_emails (email) SELECT 'a' || n || '@example.com' FROM generate_series(1, 2500) n`,
    })
    const { text } = await operatorCall(app, `GET ${LIST}?export=true`)
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(new Set(lines).size).toBe(2500)
    expect(lines[0]).toContain('"a2500@example.com"')
    expect(lines.at(-1)).toContain('"a1@example.com"')
  })
})
