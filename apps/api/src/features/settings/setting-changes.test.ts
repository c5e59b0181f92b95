import { type SettingChange, type SettingName, settingNames } from '@hotvote/shared/operator/settings'
import { accessDefaults } from '@hotvote/shared/visitor/access'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { allPages } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { addOperatorWithSecondFactor } from '../../../test/make/operators.ts'

const app = await testApp()
// Only an operator with a second factor can require one.
const { headers, name } = await addOperatorWithSecondFactor(app, 'admin')
const operatorCall = <Body>(route: `${string} ${string}`, body?: unknown) => call<Body>(app, route, { headers, body })
const sql = (text: string, values?: unknown[]) => app.deps.db.query<Record<string, unknown>>({ text }, values)
beforeEach(() => sql('TRUNCATE audit_log, settings'))

type Values = Record<string, unknown>
type Case = { setting: SettingName; path: string; defaults: Values; one: Values; two: Values }

const zone = { zoneName: 'Ad Zone 1', adCode: '<script>alert(1)</script>', isActive: true, isSandboxed: true }
const skip = { zoneName: 'Skip Button', buttonText: 'Skip this photo', buttonUrl: '', isActive: true }
const OPEN = {
  ...{ uploadsOpen: true, votingOpen: true, isReadOnly: false, unsavedUploads: 0, savedUploads: 0, asksProof: false },
  ...accessDefaults,
}

const cases: Case[] = [
  {
    setting: 'ad-zone',
    path: 'ad-config/zone1',
    defaults: {},
    one: zone,
    two: { ...zone, adCode: '\u4e00'.repeat(50_000), isActive: false },
  },
  {
    setting: 'skip-button',
    path: 'ad-config/skip-button',
    defaults: {},
    one: skip,
    two: { ...skip, buttonText: 'Next', buttonUrl: 'https://a.example/' },
  },
  {
    setting: 'idle-redirect',
    path: 'idle-redirect-config',
    defaults: { idleRedirectTime: 300, idleRedirectUrl: '' },
    one: { idleRedirectTime: 60, idleRedirectUrl: 'https://a.example/' },
    two: { idleRedirectTime: 60, idleRedirectUrl: '' },
  },
  {
    setting: 'back-button',
    path: 'back-button-config',
    defaults: { backButtonUrl: '' },
    one: { backButtonUrl: 'https://a.example/' },
    two: { backButtonUrl: 'https://b.example/' },
  },
  {
    setting: 'email-capture',
    path: 'email-capture-config',
    defaults: { isEnabled: false, voteThreshold: 5 },
    one: { isEnabled: true, voteThreshold: 5 },
    two: { isEnabled: true, voteThreshold: 6 },
  },
  {
    setting: 'vote-multiplier',
    path: 'vote-multiplier-config',
    defaults: { isEnabled: false, multiplier: 1, hidesResult: false },
    one: { isEnabled: true, multiplier: 2, hidesResult: false },
    two: { isEnabled: false, multiplier: 2.5, hidesResult: true },
  },
  {
    setting: 'reports',
    path: 'report-config',
    defaults: { hideAfter: 3, hideShare: 5 },
    one: { hideAfter: 0, hideShare: 5 },
    two: { hideAfter: 5, hideShare: 10 },
  },
  {
    setting: 'access',
    path: 'access-config',
    defaults: OPEN,
    one: { ...OPEN, votingOpen: false, votingText: 'Back soon' },
    two: { ...OPEN, unsavedUploads: 20 },
  },
  {
    setting: 'site-texts',
    path: 'site-texts-config',
    defaults: { contact: '', terms: '', privacy: '', imprint: '' },
    one: { contact: 'Mail us', terms: '', privacy: '', imprint: '' },
    two: { contact: '', terms: '# Rules', privacy: '', imprint: '' },
  },
  {
    setting: 'upload-review',
    path: 'upload-review-config',
    defaults: { mode: 'off', approvals: 3, trustsSaved: false, threshold: 0.8, unscreened: 'wait' },
    one: { mode: 'new_uploaders', approvals: 3, trustsSaved: true, threshold: 0.8, unscreened: 'wait' },
    two: { mode: 'everything', approvals: 5, trustsSaved: false, threshold: 0.5, unscreened: 'publish' },
  },
  {
    setting: 'second-factor',
    path: 'second-factor-config',
    defaults: { isRequired: false },
    one: { isRequired: true },
    two: { isRequired: false },
  },
]

const save = (path: string, body: Values) => operatorCall<Values>(`POST /api/admin/${path}`, body)
const getAddress = (setting: string) => `/api/admin/settings/${setting}/changes`
const list = (setting: string, query = '') => operatorCall<SettingChange[]>(`GET ${getAddress(setting)}${query}`)
const states = ({ body }: { body: SettingChange[] }) => body.map((change) => [change.old, change.new])

it('has a case for every setting', () => {
  expect(cases.map(({ setting }) => setting)).toEqual([...settingNames])
})

describe.each(cases)('the history of $setting', ({ setting, path, defaults, one, two }) => {
  it('lists changes with old and new values, newest first', async () => {
    expect(await list(setting)).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': '0' } })
    for (const values of [one, two]) expect((await save(path, values)).status).toBe(200)
    expect(states(await list(setting))).toEqual([
      [one, two],
      [defaults, one],
    ])

    const [newest, earlier] = (await list(setting)).body
    const restored = await save(path, { ...earlier?.new, version: newest?.id })
    expect(restored).toMatchObject({ status: 200, body: one })
    expect((await operatorCall(`GET /api/admin/${path}`)).body).toEqual(restored.body)
    expect(states(await list(setting))).toEqual([
      [two, one],
      [one, two],
      [defaults, one],
    ])
  })

  it('shows time and operator of the audit entry', async () => {
    await save(path, one)
    const [entry] = (await operatorCall<Values[]>('GET /api/admin/audit-logs')).body
    const [change] = (await list(setting)).body
    expect(entry).toMatchObject({ event: 'SETTINGS_UPDATED', context: { setting, ip: change?.ip } })
    expect(change).toMatchObject({ id: 1, timestamp: entry?.timestamp, actor: entry?.operator })
    expect(entry?.operator).toBe(name)
    expect(change?.ip).toMatch(/127\.0\.0\.1$/)
  })

  it('excludes refused changes and changes of other settings', async () => {
    await save(path, one)
    expectError(await save(path, { ...two, version: 0 }), 409, 'conflict')
    expectError(await save(path, {}), 400, 'invalid_request')
    expect(states(await list(setting))).toEqual([[defaults, one]])
    for (const other of settingNames.filter((name) => name !== setting)) expect((await list(other)).body).toEqual([])
  })
})

it('lists each change once across pages, even while changes are made', async () => {
  const path = 'vote-multiplier-config'
  for (let multiplier = 1; multiplier <= 11; multiplier++) await save(path, { isEnabled: true, multiplier })
  const { entries, totals } = await allPages<SettingChange>(app, `${getAddress('vote-multiplier')}?limit=4`)
  expect(entries.map((change) => change.new.multiplier)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(totals).toEqual([11, 11, 11])
  const first = await list('vote-multiplier', '?limit=4')
  await save(path, { isEnabled: false, multiplier: 12 })
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(String(first.headers.link)) ?? []
  const second = await operatorCall<SettingChange[]>(`GET ${next}`)
  expect(second.body.map((change) => change.new.multiplier)).toEqual([7, 6, 5, 4])
})

it('lists each simultaneous save in sequence', async () => {
  const path = 'email-capture-config'
  const wanted = Array.from({ length: 8 }, (_, n) => ({ isEnabled: true, voteThreshold: n + 10 }))
  await Promise.all(wanted.map((values) => save(path, values)))
  const { body } = await list('email-capture')
  expect(body).toHaveLength(8)
  for (const [place, change] of body.slice(0, -1).entries()) expect(change.old).toEqual(body[place + 1]?.new)
  expect((await operatorCall(`GET /api/admin/${path}`)).body).toMatchObject(body[0]?.new ?? {})
})

it('fills in fields that are missing in a stored version', async () => {
  await sql(`INSERT INTO settings (name, version, values, actor) VALUES ('reports', 1, '{"hideAfter": 7}', 'operator')`)
  const whole = { hideAfter: 7, hideShare: 5 }
  expect((await operatorCall('GET /api/admin/report-config')).body).toMatchObject(whole)
  expect(states(await list('reports'))).toEqual([[{ hideAfter: 3, hideShare: 5 }, whole]])
})

it('shows an ad zone that was saved without a mode', async () => {
  await save('ad-config/zone1', { zoneName: 'A', adCode: '<b>', isActive: true })
  expect(states(await list('ad-zone'))).toEqual([
    [{}, { zoneName: 'A', adCode: '<b>', isActive: true, isSandboxed: true }],
  ])
})

it('shows the history of known settings to the operator only', async () => {
  await save('vote-multiplier-config', { isEnabled: true, multiplier: 2 })
  expectError(await call(app, `GET ${getAddress('vote-multiplier')}`), 401, 'not_operator')
  for (const bad of ['nothing/changes', 'vote-multiplier/changes?limit=0', 'vote-multiplier/changes?cursor=x'])
    expectError(await operatorCall(`GET /api/admin/settings/${bad}`), 400, 'invalid_request')
})
