import { beforeEach, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { expectNowhereIn } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { ADMIN_PASSWORD } from '../../../test/app/settings.ts'
import { testApp } from '../../../test/app/test-app.ts'

const CALL = 'GET /api/admin/media'
const LOGIN = 'POST /api/admin/login'
const LOGOUT = 'POST /api/admin/logout'

const app = await testApp({ RATE_LIMITS: 'on' })
const sql = (text: string) => app.deps.db.query({ text })
beforeEach(() => sql('TRUNCATE rate_limits, operators, operator_logins, audit_log'))

const openLogin = async () => {
  const { status, body } = await operatorCall<{ token: string }>(app, LOGIN)
  expect(status).toBe(201)
  return body.token
}
const withToken = (token: string, route: `${string} ${string}` = CALL, on = app) =>
  call(on, route, { headers: { authorization: `Basic ${token}` } })
const getText = (token: string) => Buffer.from(token, 'base64').toString()

it('issues a login token, not the password, that opens every operator call', async () => {
  const [first, second] = [await openLogin(), await openLogin()]
  expect(first).not.toBe(second)
  for (const token of [first, second]) {
    expect(getText(token)).toMatch(/^admin:hv-login-[\w-]{43}$/)
    expect(getText(token)).not.toContain(ADMIN_PASSWORD)
    for (const route of [CALL, 'GET /api/admin/users', 'GET /api/admin/overview'] as const)
      expect((await withToken(token, route)).status).toBe(200)
  }
  expect((await operatorCall(app, CALL)).status).toBe(200)
  await expectNowhereIn(app.deps.db, [ADMIN_PASSWORD, getText(first).slice('admin:'.length)])
})

it('ends only one login by a logout', async () => {
  const [here, elsewhere] = [await openLogin(), await openLogin()]
  expect((await withToken(here, LOGOUT)).status).toBe(204)
  expectError(await withToken(here), 401, 'not_operator')
  expect((await withToken(elsewhere)).status).toBe(200)
  expect((await operatorCall(app, LOGOUT)).status).toBe(204)
  expect((await withToken(elsewhere)).status).toBe(200)
})

it('records logins and logouts without password or token', async () => {
  const token = await openLogin()
  for (let n = 0; n < 2; n++) await withToken(token, LOGOUT)
  await operatorCall(app, LOGOUT)
  expect(await listAudit(app)).toMatchObject(
    ['OPERATOR_LOGGED_IN', 'OPERATOR_LOGGED_OUT'].map((event) => ({
      event,
      actor: 'operator',
      requestId: expect.any(String),
    })),
  )
  expect((await listAudit(app)).map(({ context }) => context)).toEqual(Array(2).fill({ ip: '127.0.0.1' }))
})

it('ends a login after 12 hours without use', async () => {
  const token = await openLogin()
  const unusedFor = (time: string) => sql(`UPDATE operator_logins SET used_at = now() - interval '${time}'`)
  await unusedFor('11 hours 59 minutes')
  expect((await withToken(token)).status).toBe(200)
  expect(await sql(`SELECT 1 FROM operator_logins WHERE used_at > now() - interval '1 minute'`)).toHaveLength(1)
  await unusedFor('12 hours')
  expectError(await withToken(token), 401, 'not_operator')
  await openLogin()
  expect(await sql('SELECT 1 FROM operator_logins')).toHaveLength(1)
})

it('ends every login when the password changes', async () => {
  const token = await openLogin()
  const same = { DATABASE_URL: app.deps.config.databaseUrl, RATE_LIMITS: 'on' }
  const asBefore = await testApp(same)
  expect((await withToken(token, CALL, asBefore)).status).toBe(200)
  const renewed = await testApp({ ...same, ADMIN_PASSWORD: 'another long password' })
  expectError(await withToken(token, CALL, renewed), 401, 'not_operator')
})

it('opens no login by a token, and does not count ended tokens as failures', async () => {
  const token = await openLogin()
  expectError(await withToken(token, LOGIN), 401, 'not_operator')
  await withToken(token, LOGOUT)
  for (let n = 0; n < 12; n++) expectError(await withToken(token), 401, 'not_operator')
  expect((await operatorCall(app, CALL)).status).toBe(200)
})

it('keeps a logged-in operator working during guesses from the same address', async () => {
  const token = await openLogin()
  const wrong = Buffer.from('admin:wrong').toString('base64')
  for (let n = 0; n < 8; n++) expectError(await withToken(wrong), 401)
  expectError(await operatorCall(app, CALL), 429)
  expect((await withToken(token)).status).toBe(200)
})
