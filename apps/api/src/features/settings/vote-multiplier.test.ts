import { expect, it } from 'vitest'
import { call, expectError, expectSentOnce } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'

const app = await testApp()
const ROUTE = 'GET /api/vote-multiplier-config'
const multiplier = () => call(app, ROUTE)
const setMultiplier = (isEnabled: boolean, value: number) =>
  operatorCall(app, 'POST /api/admin/vote-multiplier-config', { isEnabled, multiplier: value })

it('shows votes unchanged until it is set', async () => {
  expect(await multiplier()).toMatchObject({ status: 200, body: { isEnabled: false, multiplier: 1 } })
})

it('changes at once and answers 304 when unchanged', async () => {
  await setMultiplier(true, 2.5)
  const again = await expectSentOnce(app, ROUTE, { isEnabled: true, multiplier: 2.5, hidesResult: false })
  await setMultiplier(false, 2.5)
  expect(await again()).toMatchObject({ status: 200, body: { isEnabled: false, multiplier: 2.5 } })
})

it('takes effect when it is saved and writes an audit entry', async () => {
  await app.deps.db.query({ text: 'TRUNCATE settings, audit_log' })
  const path = '/api/admin/vote-multiplier-config'
  expect((await operatorCall(app, `GET ${path}`)).body).toEqual({
    isEnabled: false,
    multiplier: 1,
    hidesResult: false,
    version: 0,
    updatedAt: null,
  })
  const saved = await operatorCall(app, `POST ${path}`, { isEnabled: true, multiplier: 2.5 })
  expect(saved).toMatchObject({ status: 200, body: { isEnabled: true, multiplier: 2.5 } })
  expect((await operatorCall(app, `GET ${path}`)).body).toEqual(saved.body)
  expect((await multiplier()).body).toEqual({ isEnabled: true, multiplier: 2.5, hidesResult: false })
  expect(await listAudit(app)).toMatchObject([
    { event: 'SETTINGS_UPDATED', context: { setting: 'vote-multiplier', multiplier: 2.5 } },
  ])
})

it.each([
  [0, 'Vote multiplier must be greater than 0'],
  [-1, 'Vote multiplier must be greater than 0'],
  [null, 'Vote multiplier must be greater than 0'],
  ['2', 'Vote multiplier must be greater than 0'],
  [1e308, 'Vote multiplier must be at most 1,000,000'],
])('refuses %j', async (multiplier, message) => {
  const path = 'POST /api/admin/vote-multiplier-config'
  const reply = await operatorCall(app, path, { isEnabled: true, multiplier })
  expect(expectError(reply, 400, 'invalid_request').error).toBe(message)
})

it('accepts values of the smallest step and below', async () => {
  for (const multiplier of [0.1, 0.01])
    expect(
      await operatorCall(app, 'POST /api/admin/vote-multiplier-config', { isEnabled: true, multiplier }),
    ).toMatchObject({ status: 200, body: { multiplier } })
})
