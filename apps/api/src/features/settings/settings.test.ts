import { expect, it } from 'vitest'
import { expectError } from '../../../test/call.ts'
import { auditOf, operatorCall } from '../../../test/operator.ts'
import { testApp } from '../../../test/test-app.ts'

const app = await testApp()

const zone = { zoneName: 'Ad Zone 1', adCode: '', isActive: true }
const skip = { zoneName: 'Skip Button', buttonText: 'Skip this photo', buttonUrl: '', isActive: true }

const cases = [
  {
    name: 'vote-multiplier-config',
    first: { isEnabled: true, multiplier: 1 },
    changes: [{ multiplier: 2 }, { multiplier: 3 }],
  },
  {
    name: 'email-capture-config',
    first: { isEnabled: true, voteThreshold: 5 },
    changes: [{ voteThreshold: 6 }, { voteThreshold: 7 }],
  },
  { name: 'ad-config/zone1', first: zone, changes: [{ adCode: '<b>a</b>' }, { adCode: '\u4e00'.repeat(50_000) }] },
  { name: 'ad-config/skip-button', first: skip, changes: [{ buttonText: 'Next' }, { buttonText: 'On' }] },
  {
    name: 'idle-redirect-config',
    first: { idleRedirectTime: 300, idleRedirectUrl: '' },
    changes: [{ idleRedirectTime: 60 }, { idleRedirectTime: 90 }],
  },
  {
    name: 'back-button-config',
    first: { backButtonUrl: '' },
    changes: [{ backButtonUrl: 'https://a.example/' }, { backButtonUrl: 'https://b.example/' }],
  },
]

it.each(cases)(
  '$name: the second of two who read the same is told of the first, and loses nothing',
  async (setting) => {
    const { name, first } = setting
    const [one = {}, two = {}] = setting.changes
    const path = `/api/admin/${name}`
    const save = (body: object) => operatorCall<Record<string, unknown>>(app, `POST ${path}`, body)
    expect((await save(first)).status).toBe(200)
    expect((await save({ ...first, ...one, asRead: first })).status).toBe(200)
    const before = (await auditOf(app)).length
    const [[field, theirs] = []] = Object.entries(one)
    const late = { ...first, ...two }
    const refused = expectError(await save({ ...late, asRead: first }), 409, 'conflict')
    expect(refused.error).toContain(`${field} is now ${JSON.stringify(theirs)}, yours is `)
    expect(refused.issues).toMatchObject([{ path: field }])
    expect(refused.error.length).toBeLessThan(400)
    expect((await operatorCall(app, `GET ${path}`)).body).toMatchObject(one)
    expect((await auditOf(app)).length).toBe(before)
    expect((await save({ ...late, asRead: { ...first, ...one } })).body).toMatchObject(two)
    // Whoever does not say what they read replaces what is there, as specified.
    expect((await save(first)).body).toMatchObject(first)
  },
)

it('of many who save at once one is first, and the others are told', async () => {
  const read = { isEnabled: true, multiplier: 1 }
  const path = 'POST /api/admin/vote-multiplier-config'
  await operatorCall(app, path, read)
  const replies = await Promise.all(
    [2, 3, 4, 5].map((multiplier) => operatorCall(app, path, { ...read, multiplier, asRead: read })),
  )
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

it('of a body that is wrong in very many places the first hundred are named', async () => {
  const asRead = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, []]))
  const body = { isEnabled: true, multiplier: 2, asRead }
  const refused = expectError(await operatorCall(app, 'POST /api/admin/vote-multiplier-config', body), 400)
  expect(refused.issues?.map(({ path }) => path)).toEqual(
    Object.keys(asRead)
      .slice(0, 100)
      .map((name) => `asRead.${name}`),
  )
})

it('refuses a misspelled field of what was read, which would let a save overwrite another', async () => {
  const body = { isEnabled: true, multiplier: 2, asRead: { multiplyer: 1 } }
  const { issues } = expectError(await operatorCall(app, 'POST /api/admin/vote-multiplier-config', body), 400)
  expect(issues).toMatchObject([{ path: 'asRead.multiplyer' }])
})
