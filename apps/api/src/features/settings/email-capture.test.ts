import { describe, expect, it } from 'vitest'
import { call, expectError, expectSentOnce, type QuickVisitor, quickVisitor } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { newSessionId, testApp } from '../../../test/app/test-app.ts'

const app = await testApp()

const setCapture = (isEnabled: boolean, voteThreshold: number) =>
  operatorCall(app, 'POST /api/admin/email-capture-config', { isEnabled, voteThreshold })
const leave = ({ cookie, sessionId }: QuickVisitor, changes: object = {}) =>
  call(app, 'POST /api/email-capture', { cookie, body: { email: 'ada@example.com', sessionId, ...changes } })
const getCaptured = async ({ id }: { id: number }) => {
  const rows = await app.deps.db.query<{ email: string }>(
    { text: 'SELECT email FROM captured_emails WHERE user_id = $1 ORDER BY id' },
    [id],
  )
  return rows.map(({ email }) => email)
}
const countCapturedEmails = () => queryCount(app.deps.db, 'SELECT count(*) FROM captured_emails')

describe('the configuration', () => {
  const route = 'GET /api/email-capture-config'

  it('is off, with a threshold of five votes, until it is set', async () => {
    expect(await call(app, route)).toMatchObject({ status: 200, body: { isEnabled: false, voteThreshold: 5 } })
  })

  it('changes at once and answers 304 when unchanged', async () => {
    await setCapture(true, 3)
    const again = await expectSentOnce(app, route, { isEnabled: true, voteThreshold: 3 })
    await setCapture(false, 7)
    expect(await again()).toMatchObject({ status: 200, body: { isEnabled: false, voteThreshold: 7 } })
  })
})

describe('an address that a visitor leaves', () => {
  it('is stored trimmed and in lower case, even while the form is off', async () => {
    await setCapture(false, 5)
    const visitor = await quickVisitor(app)
    expect(await leave(visitor, { email: '  Ada@Example.COM ' })).toMatchObject({ status: 204, text: '' })
    expect(await getCaptured(visitor)).toEqual(['ada@example.com'])
  })

  it('is stored once for repeated and simultaneous calls', async () => {
    const visitor = await quickVisitor(app)
    const many = await Promise.all(Array.from({ length: 12 }, () => leave(visitor)))
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 204))
    await leave(visitor, { email: 'ADA@example.com' })
    await leave(visitor, { email: 'grace@example.com' })
    expect(await getCaptured(visitor)).toEqual(['ada@example.com', 'grace@example.com'])
  })

  it('may belong to several visitors and identifies none of them', async () => {
    const [one, other] = [await quickVisitor(app), await quickVisitor(app)]
    for (const visitor of [one, other]) {
      await leave(visitor, { email: 'shared@example.com' })
      expect(await getCaptured(visitor)).toEqual(['shared@example.com'])
    }
    const { id, sessionId } = one
    const opened = await call(app, 'POST /api/session', { body: { sessionId, username: '' } })
    expect(opened.body).toMatchObject({ id, email: null, emailVerified: false })
    expect(await queryCount(app.deps.db, 'SELECT count(*) FROM users WHERE email IS NOT NULL')).toBe(0)
  })
})

describe('a refused address', () => {
  const expectNothing = async (act: () => Promise<unknown>) => {
    const before = await countCapturedEmails()
    await act()
    expect(await countCapturedEmails()).toBe(before)
  }

  it.each([
    ['Email address is required', [undefined, null, 1, '', '   ', ['ada@example.com'], { $ne: null }]],
    [
      'Please enter a valid email address',
      [
        'ada',
        'ada@',
        '@example.com',
        'a b@example.com',
        'a@example.com,b@example.com',
        'a@example.com\r\nBcc: b@example.com',
        'Ada <ada@example.com>',
        'g: a@example.com, b@example.com;',
        `${'a'.repeat(300)}@example.com`,
        "' OR '1'='1",
        '<script>@example.com',
      ],
    ],
  ])('gets the error "%s"', async (message, wrong) => {
    const visitor = await quickVisitor(app)
    await expectNothing(async () => {
      for (const email of wrong) {
        const error = expectError(await leave(visitor, { email }), 400, 'invalid_request')
        expect(error.error, String(email)).toBe(message)
      }
    })
  })

  it('has no valid session', async () => {
    const visitor = await quickVisitor(app)
    const body = { email: 'ada@example.com', sessionId: visitor.sessionId }
    await expectNothing(async () => {
      for (const cookie of [undefined, `hv_session=${visitor.sessionId}`, 'hv_session=s%3Ax.y'])
        expectError(await call(app, 'POST /api/email-capture', { body, ...(cookie && { cookie }) }), 401, 'no_session')
      await app.deps.db.query({ text: 'DELETE FROM users WHERE id = $1' }, [visitor.id])
      expectError(await leave(visitor), 401, 'no_session')
    })
  })

  it('has the session of another visitor', async () => {
    const [one, other] = [await quickVisitor(app), await quickVisitor(app)]
    await expectNothing(async () => {
      for (const sessionId of [other.sessionId, newSessionId()])
        expectError(await leave(one, { sessionId }), 403, 'not_yours')
      for (const sessionId of ['', 'short', [one.sessionId], { $ne: null }, null, 7, undefined])
        expectError(await leave(one, { sessionId }), 400, 'invalid_request')
    })
  })
})

it('limits the addresses of one visitor and not of others', async () => {
  const strict = await testApp({ RATE_LIMITS: 'on' })
  const visitor = await quickVisitor(strict)
  const send = (n: number, { cookie, sessionId } = visitor) =>
    call(strict, 'POST /api/email-capture', { cookie, body: { email: `ada${n}@example.com`, sessionId } })
  const replies = []
  for (let n = 0; n < 12; n++) replies.push(await send(n))
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(10)
  const refused = replies.find(({ status }) => status !== 204)
  if (!refused) throw new Error('All were kept')
  expectError(refused, 429, 'too_many_requests')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  expect((await send(99, await quickVisitor(strict))).status).toBe(204)
})
