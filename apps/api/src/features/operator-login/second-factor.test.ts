import { describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { expectNowhereIn } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { OPERATOR } from '../../../test/app/settings.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { addOperator, addOperatorWithSecondFactor, makeCode, SECRET } from '../../../test/make/operators.ts'

const CALL = 'GET /api/admin/media'
const LOGIN = 'POST /api/admin/login'
const SETTING = 'POST /api/admin/second-factor-config'

const app = await testApp()
type Headers = Record<string, string>
const logIn = (headers: Headers, code?: string, on = app) =>
  call<{ token: string }>(on, LOGIN, { headers, ...(code !== undefined && { body: { code } }) })
const withToken = ({ body }: { body: { token: string } }) => ({ authorization: `Basic ${body.token}` })
const require = (isRequired: boolean, headers: Headers, on: TestApp = app) =>
  call(on, SETTING, { headers, body: { isRequired } })

describe('a second factor', () => {
  it('is required at the login, and every other call refuses name and password alone', async () => {
    const { byPassword, headers } = await addOperatorWithSecondFactor(app)
    expectError(await call(app, CALL, { headers: byPassword }), 401, 'code_required')
    expectError(await logIn(byPassword), 401, 'code_required')
    expectError(await logIn(byPassword, '000000'), 401, 'code_required')
    const opened = await logIn(byPassword, ` ${makeCode(0).slice(0, 3)} ${makeCode(0).slice(3)}`)
    expect(opened.status, opened.text).toBe(201)
    expect((await call(app, CALL, { headers: withToken(opened) })).status).toBe(200)
    expect((await call(app, CALL, { headers })).status).toBe(200)
    expect((await listAudit(app)).at(-1)).toMatchObject({
      event: 'OPERATOR_LOGGED_IN',
      context: { secondFactor: 'app' },
    })
    await expectNowhereIn(app.deps.db, [SECRET])
  })

  it('accepts each code once, even for simultaneous logins', async () => {
    const { byPassword } = await addOperatorWithSecondFactor(app)
    const replies = await Promise.all(Array.from({ length: 5 }, () => logIn(byPassword, makeCode(0))))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401])
    // A code older than the last used code is rejected too.
    expectError(await logIn(byPassword, makeCode(-1)), 401, 'code_required')
    expect((await logIn(byPassword, makeCode(1))).status).toBe(201)
    expectError(await logIn(byPassword, makeCode(3)), 401, 'code_required')
  })

  it('accepts each recovery code once, in any spelling', async () => {
    const { byPassword, recoveryCodes, headers } = await addOperatorWithSecondFactor(app)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first = '', second = ''] = recoveryCodes
    const replies = await Promise.all(Array.from({ length: 5 }, () => logIn(byPassword, first)))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401])
    expect((await logIn(byPassword, second.toLowerCase().replace('-', ' '))).status).toBe(201)
    expect((await call(app, 'GET /api/admin/me', { headers })).body).toMatchObject({ recoveryCodesLeft: 8 })
  })

  it('is turned on and off with a valid code only', async () => {
    const { headers } = await addOperator(app)
    const turnOn = (code: string) =>
      call(app, 'POST /api/admin/me/second-factor', { headers, body: { secret: SECRET, code } })
    expectError(await turnOn(makeCode(5)), 403, 'wrong_credential')
    expect((await turnOn(makeCode(-1))).status).toBe(201)
    const token = withToken(await logIn(headers, makeCode(0)))
    const off = (code: string) => call(app, 'POST /api/admin/me/second-factor/off', { headers: token, body: { code } })
    expectError(await off(makeCode(0)), 403, 'wrong_credential')
    expect((await off(makeCode(1))).status).toBe(204)
    expect((await call(app, CALL, { headers })).status).toBe(200)
  })

  it('is removed by an admin after the device was lost', async () => {
    const { id, byPassword } = await addOperatorWithSecondFactor(app)
    expect((await operatorCall(app, `PATCH /api/admin/operators/${id}`, { hasSecondFactor: false })).status).toBe(200)
    expect((await call(app, CALL, { headers: byPassword })).status).toBe(200)
  })

  it('limits wrong codes like wrong passwords', async () => {
    const site = await testApp({ RATE_LIMITS: 'on' })
    const { byPassword } = await addOperatorWithSecondFactor(site)
    for (let n = 0; n < 8; n++) expectError(await logIn(byPassword, '000000', site), 401, 'code_required')
    expectError(await logIn(byPassword, makeCode(0), site), 429, 'too_many_requests')
  })
})

describe('a required second factor', async () => {
  const site = await testApp()
  const admin = await addOperatorWithSecondFactor(site, 'admin')

  it('cannot be turned on by an admin without a second factor', async () => {
    expectError(await require(true, OPERATOR, site), 409, 'conflict')
  })

  it('allows operators without one only to set one up', async () => {
    const { headers } = await addOperator(site)
    const before = withToken(await logIn(headers, undefined, site))
    expect((await require(true, admin.headers, site)).status).toBe(200)
    for (const byPassword of [headers, OPERATOR]) {
      expectError(await call(site, CALL, { headers: byPassword }), 401, 'code_required')
      const token = withToken(await logIn(byPassword, undefined, site))
      expectError(await call(site, CALL, { headers: token }), 403, 'forbidden')
      expect((await call(site, 'GET /api/admin/me', { headers: token })).body).toMatchObject({
        isSecondFactorRequired: true,
        hasSecondFactor: false,
      })
      const body = { secret: SECRET, code: makeCode(0) }
      expect((await call(site, 'POST /api/admin/me/second-factor', { headers: token, body })).status).toBe(201)
      expect((await call(site, CALL, { headers: token })).status).toBe(200)
    }
    expect((await call(site, CALL, { headers: before })).status).toBe(200)
  })

  it('cannot be turned off by one operator', async () => {
    const body = { code: makeCode(0) }
    expectError(
      await call(site, 'POST /api/admin/me/second-factor/off', { headers: admin.headers, body }),
      409,
      'conflict',
    )
    expect((await require(false, admin.headers, site)).status).toBe(200)
    expect((await call(site, 'POST /api/admin/me/second-factor/off', { headers: admin.headers, body })).status).toBe(
      204,
    )
  })
})

it('lets the first operator back in under another ADMIN_USERNAME', async () => {
  const site = await testApp()
  const token = withToken(await logIn(OPERATOR, undefined, site))
  const body = { secret: SECRET, code: makeCode(0) }
  expect((await call(site, 'POST /api/admin/me/second-factor', { headers: token, body })).status).toBe(201)
  const rescued = await testApp({ DATABASE_URL: site.deps.config.databaseUrl, ADMIN_USERNAME: 'rescue' })
  const rescue = { authorization: `Basic ${Buffer.from('rescue:a long enough password').toString('base64')}` }
  const { body: listed } = await call<{ id: number; name: string }[]>(rescued, 'GET /api/admin/operators', {
    headers: rescue,
  })
  const id = listed.find(({ name }) => name === 'admin')?.id
  const reset = { headers: rescue, body: { hasSecondFactor: false } }
  expect((await call(rescued, `PATCH /api/admin/operators/${id}`, reset)).status).toBe(200)
  expectError(await call(rescued, CALL, { headers: OPERATOR }), 401, 'not_operator')
  expect((await call(site, CALL, { headers: OPERATOR })).status).toBe(200)
})
