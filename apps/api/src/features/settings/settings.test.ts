import { expect, it } from 'vitest'
import { expectError } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'

const app = await testApp()

const cases = [
  {
    name: 'vote-multiplier-config',
    first: { isEnabled: true, multiplier: 1 },
    changes: [{ multiplier: 2 }, { multiplier: 3 }],
  },
  {
    name: 'ad-config/zone1',
    first: { zoneName: 'Ad Zone 1', adCode: '', isActive: true },
    changes: [{ adCode: '<b>a</b>' }, { adCode: '\u4e00'.repeat(50_000) }],
  },
]

it.each(cases)('refuses to overwrite a newer version of $name', async (setting) => {
  const { name, first } = setting
  const [one = {}, two = {}] = setting.changes
  const path = `/api/admin/${name}`
  const save = (body: object) => operatorCall<Record<string, unknown>>(app, `POST ${path}`, body)
  const { version } = (await save(first)).body
  const theirs = await save({ ...first, ...one, version })
  expect(theirs.status).toBe(200)
  const before = (await listAudit(app)).length
  const mine = { ...first, ...two }
  expectError(await save({ ...mine, version }), 409, 'conflict')
  expect((await operatorCall(app, `GET ${path}`)).body).toEqual(theirs.body)
  expect((await listAudit(app)).length).toBe(before)
  expect((await save({ ...mine, version: theirs.body.version })).body).toMatchObject(two)
  expect((await save(first)).body).toMatchObject(first)
})

it('accepts one of four simultaneous saves of the same version', async () => {
  const read = { isEnabled: true, multiplier: 1 }
  const path = 'POST /api/admin/vote-multiplier-config'
  const { version } = (await operatorCall<{ version: number }>(app, path, read)).body
  const replies = await Promise.all(
    [2, 3, 4, 5].map((multiplier) => operatorCall(app, path, { ...read, multiplier, version })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

it('refuses a first save after another first save', async () => {
  await app.deps.db.query({ text: 'TRUNCATE settings' })
  const path = 'POST /api/admin/email-capture-config'
  const body = { isEnabled: true, voteThreshold: 5, version: 0 }
  expect(await operatorCall(app, path, body)).toMatchObject({ status: 200, body: { version: 1 } })
  expectError(await operatorCall(app, path, { ...body, voteThreshold: 6 }), 409, 'conflict')
})

it('names the first hundred of many invalid fields', async () => {
  const wrong = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, []]))
  const body = { isEnabled: true, multiplier: 2, ...wrong }
  const refused = expectError(await operatorCall(app, 'POST /api/admin/vote-multiplier-config', body), 400)
  expect(refused.issues?.map(({ path }) => path)).toEqual(Object.keys(wrong).slice(0, 100))
})
