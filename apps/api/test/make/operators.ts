import { randomUUID } from 'node:crypto'
import type { ListedOperator, OperatorRole } from '@hotvote/shared/operator/operators'
import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { call } from '../app/call.ts'
import { operatorCall } from '../app/operator.ts'
import type { TestApp } from '../app/test-app.ts'

export const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** Makes the code of a later or earlier time step. */
export const makeCode = (periods: number) =>
  new TOTP({ secret: SECRET }).generate({ timestamp: Date.now() + periods * 30_000 })

export const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

export const newOperator = (role: OperatorRole = 'moderator') => ({
  name: `Operator ${randomUUID().slice(0, 8)}`,
  password: 'a password of 25 letters',
  role,
})

/** Adds an operator. The returned headers contain name and password. */
export const addOperator = async (app: TestApp, role?: OperatorRole) => {
  const added = newOperator(role)
  const { status, body } = await operatorCall<ListedOperator>(app, 'POST /api/admin/operators', added)
  expect(status).toBe(201)
  return { ...body, ...added, headers: basic(`${added.name}:${added.password}`) }
}

/** Adds an operator with a second factor. The returned headers belong to a login; the current code is unused. */
export const addOperatorWithSecondFactor = async (app: TestApp, role?: OperatorRole) => {
  const added = await addOperator(app, role)
  const login = await call<{ token: string }>(app, 'POST /api/admin/login', { headers: added.headers })
  const headers = { authorization: `Basic ${login.body.token}` }
  const body = { secret: SECRET, code: makeCode(-1) }
  const on = await call<{ recoveryCodes: string[] }>(app, 'POST /api/admin/me/second-factor', { headers, body })
  expect(on.status, on.text).toBe(201)
  return { ...added, byPassword: added.headers, headers, recoveryCodes: on.body.recoveryCodes }
}

type Change = { id?: number; query?: string; body: unknown; headers?: Record<string, string> }

/** Valid example requests that change operators, keyed by contract. */
export const operatorChanges: Record<string, (app: TestApp) => Promise<Change> | Change> = {
  'POST /api/admin/operators': () => ({ body: newOperator() }),
  'PATCH /api/admin/operators/:operatorId': async (app: TestApp) => ({
    id: (await addOperator(app)).id,
    body: { role: 'admin', password: 'another long password', isDisabled: true, hasSecondFactor: false },
  }),
  'POST /api/admin/me/password': async (app: TestApp) => {
    const { headers, password } = await addOperator(app)
    return { headers, body: { password, newPassword: 'another long password' } }
  },
  'POST /api/admin/me/second-factor': async (app: TestApp) => {
    const { headers } = await addOperator(app)
    return { headers, body: { secret: SECRET, code: makeCode(0) } }
  },
  'POST /api/admin/me/second-factor/off': async (app: TestApp) => {
    const { headers } = await addOperatorWithSecondFactor(app)
    return { headers, body: { code: makeCode(0) } }
  },
}
