import type { ListedOperator } from '@hotvote/shared/operator/operators'
import { describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { expectNowhereIn, hold, waitingForLocks } from '../../../test/app/database.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { OPERATOR } from '../../../test/app/settings.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { addOperator, addOperatorWithSecondFactor, basic, newOperator } from '../../../test/make/operators.ts'

const OPERATORS = '/api/admin/operators'
const CALL = 'GET /api/admin/media'

const app = await testApp()
type Headers = Record<string, string>
const change = (id: number, body: object, headers: Headers = OPERATOR) =>
  call<ListedOperator>(app, `PATCH ${OPERATORS}/${id}`, { body, headers })
const use = async (headers: Headers, route: `${string} ${string}` = CALL) =>
  (await call(app, route, { headers })).status
const logIn = async (headers: Headers) => {
  const { status, body } = await call<{ token: string }>(app, 'POST /api/admin/login', { headers })
  expect(status).toBe(201)
  return { authorization: `Basic ${body.token}` }
}

describe('operators', () => {
  it('lists operators with their role but without password or secret', async () => {
    await logIn(OPERATOR)
    const added = await addOperatorWithSecondFactor(app)
    const { body, text } = await operatorCall<ListedOperator[]>(app, `GET ${OPERATORS}`)
    expect(body).toContainEqual(expect.objectContaining({ name: 'admin', role: 'admin', isFromEnvironment: true }))
    expect(body).toContainEqual(
      expect.objectContaining({ name: added.name, role: 'moderator', isDisabled: false, hasSecondFactor: true }),
    )
    expect(text).not.toMatch(/hash|secret"|sealed/i)
    await expectNowhereIn(app.deps.db, ['a password of 25 letters', ...added.recoveryCodes])
  })

  it('refuses a name that is taken in any case, also by the environment', async () => {
    const { name } = await addOperator(app)
    for (const taken of [name, name.toUpperCase(), 'admin', 'ADMIN'])
      expectError(await operatorCall(app, `POST ${OPERATORS}`, { ...newOperator(), name: taken }), 409, 'conflict')
    const body = newOperator()
    const adding = await Promise.all([1, 2, 3].map(() => operatorCall(app, `POST ${OPERATORS}`, body)))
    expect(adding.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  it.each([
    ['a short password', { password: '11 letters.' }],
    ['a colon in the name', { name: 'a:b' }],
    ['an empty name', { name: ' ' }],
    ['an unknown role', { role: 'owner' }],
  ])('refuses %s', async (_, wrong) => {
    expectError(await operatorCall(app, `POST ${OPERATORS}`, { ...newOperator(), ...wrong }), 400, 'invalid_request')
  })

  it('logs in by a name in any case and records who acted', async () => {
    const { name } = await addOperator(app, 'admin')
    const headers = await logIn(basic(`${name.toUpperCase()}:a password of 25 letters`))
    await call(app, 'POST /api/admin/report-config', { body: { hideAfter: 4 }, headers })
    const ban = { kind: 'username', pattern: 'word', days: 1, reason: 'Insult' }
    expect((await call(app, 'POST /api/admin/bans', { body: ban, headers })).body).toMatchObject({ createdBy: name })
    const changes = await operatorCall(app, 'GET /api/admin/settings/reports/changes')
    expect(changes.body).toMatchObject([{ actor: name }])
    expect((await listAudit(app)).slice(-3)).toMatchObject(
      ['OPERATOR_LOGGED_IN', 'SETTINGS_UPDATED', 'BAN_ADDED'].map((event) => ({ event, operator: name })),
    )
    const found = await operatorCall<unknown[]>(app, `GET /api/admin/audit-logs?search=${encodeURIComponent(name)}`)
    expect(found.body).toHaveLength(3)
  })
})

describe('changes', () => {
  it('ends logins and passwords of a disabled operator with the next call', async () => {
    const { id, headers } = await addOperator(app)
    const token = await logIn(headers)
    expect([await use(token), await use(headers)]).toEqual([200, 200])
    expect((await change(id, { isDisabled: true })).body).toMatchObject({ isDisabled: true })
    expect([await use(token), await use(headers)]).toEqual([401, 401])
    expect((await change(id, { isDisabled: false })).status).toBe(200)
    expect([await use(token), await use(headers)]).toEqual([401, 200])
  })

  it('lets no login in progress survive a disabling or new password', async () => {
    const { id, headers } = await addOperator(app)
    const logins = Array.from({ length: 4 }, () => call<{ token: string }>(app, 'POST /api/admin/login', { headers }))
    const changed = change(id, { password: 'another long password' })
    const opened = (await Promise.all(logins)).filter(({ status }) => status === 201)
    expect((await changed).status).toBe(200)
    for (const { body } of opened) expect(await use({ authorization: `Basic ${body.token}` })).toBe(401)
    expect(await use(headers)).toBe(401)
  })

  it('applies a new role to open logins', async () => {
    const { id, headers } = await addOperator(app)
    const token = await logIn(headers)
    expect(await use(token, `GET ${OPERATORS}`)).toBe(403)
    await change(id, { role: 'admin' })
    expect(await use(token, `GET ${OPERATORS}`)).toBe(200)
  })

  it("refuses changes of one's own role and of the operator of the environment", async () => {
    await logIn(OPERATOR)
    const { id, headers } = await addOperator(app, 'admin')
    expectError(await change(id, { role: 'moderator' }, headers), 409, 'conflict')
    const { body } = await operatorCall<ListedOperator[]>(app, `GET ${OPERATORS}`)
    const first = body.find(({ isFromEnvironment }) => isFromEnvironment)?.id ?? 0
    for (const wanted of [{ role: 'moderator' }, { isDisabled: true }, { password: 'another long password' }])
      expectError(await change(first, wanted, headers), 409, 'conflict')
    expectError(await change(9999, { role: 'admin' }), 404, 'not_found')
  })

  it("changes one's own password and ends other logins", async () => {
    const { headers, name } = await addOperator(app)
    const [here, elsewhere] = [await logIn(headers), await logIn(headers)]
    const set = (password: string) =>
      call(app, 'POST /api/admin/me/password', {
        headers: here,
        body: { password, newPassword: 'another long password' },
      })
    expectError(await set('wrong'), 403, 'wrong_credential')
    expect((await set('a password of 25 letters')).status).toBe(204)
    expect([await use(here), await use(elsewhere), await use(headers)]).toEqual([200, 401, 401])
    expect(await use(basic(`${name}:another long password`))).toBe(200)
    const body = { password: 'a long enough password', newPassword: 'another long password' }
    expectError(await operatorCall(app, 'POST /api/admin/me/password', body), 409, 'conflict')
  })
  it('keeps a password set by an admin when the operator changes it at the same time', async () => {
    const { db } = app.deps
    const { id, headers, name, password } = await addOperator(app)
    const token = await logIn(headers)
    const locked = await hold(db, 'SELECT FROM operators WHERE id = $1 FOR UPDATE', [id])
    const reset = change(id, { password: 'the password of the admin' })
    await expect.poll(() => waitingForLocks(db), SOON).toBe(1)
    const body = { password, newPassword: 'another long password' }
    const own = call(app, 'POST /api/admin/me/password', { headers: token, body })
    await expect.poll(() => waitingForLocks(db), SOON).toBe(2)
    await locked.end()
    expect((await reset).status).toBe(200)
    expectError(await own, 403, 'wrong_credential')
    expect([await use(token), await use(basic(`${name}:the password of the admin`))]).toEqual([401, 200])
  })
})
