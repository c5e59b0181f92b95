import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { listAudit, operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'

const app = await testApp()
beforeEach(() => app.deps.db.query({ text: 'TRUNCATE settings, audit_log' }))

const ZONE = { zoneName: 'Ad Zone 1', adCode: '<script>1</script>', isActive: true }
const BUTTON = { zoneName: 'Skip Button', buttonText: 'Next', buttonUrl: 'https://example.com/a', isActive: true }
const admin = (route: `${string} ${string}`, body?: unknown) => operatorCall(app, route, body)

describe('the ad zone', () => {
  it('answers 404 until it is saved', async () => {
    expectError(await admin('GET /api/admin/ad-config/zone1'), 404, 'not_found')
  })

  it('is shown to visitors as soon as it is saved', async () => {
    const saved = await admin('POST /api/admin/ad-config/zone1', ZONE)
    expect(saved).toMatchObject({ status: 200, body: { ...ZONE, isSandboxed: true } })
    expect(await admin('GET /api/admin/ad-config/zone1')).toMatchObject({ status: 200, body: saved.body })
    expect((await call(app, 'GET /api/ad-config/zone1')).body).toEqual({ adCode: ZONE.adCode, isSandboxed: true })
    await admin('POST /api/admin/ad-config/zone1', { ...ZONE, isActive: false })
    expect((await call(app, 'GET /api/ad-config/zone1')).body).toMatchObject({ adCode: '' })
  })

  it("keeps the ad framed while the operator logs in on the visitors' host", async () => {
    expect((await admin('GET /api/admin/ad-placement')).body).toEqual({ mayRunInPage: false })
    const refused = await admin('POST /api/admin/ad-config/zone1', { ...ZONE, isSandboxed: false })
    expect(expectError(refused, 400).issues).toMatchObject([{ path: 'isSandboxed' }])
    for (const named of [{ isSandboxed: true }, {}])
      expect((await admin('POST /api/admin/ad-config/zone1', { ...ZONE, ...named })).body).toMatchObject({
        isSandboxed: true,
      })
  })

  it('allows an unframed ad when the operator has a separate host', async () => {
    const host = 'admin.hot.example'
    const apart = await testApp({ DATABASE_URL: app.deps.config.databaseUrl, ADMIN_HOST: host })
    const there = (route: `${string} ${string}`, body?: unknown) => operatorCall({ ...apart, host }, route, body)
    expect((await there('GET /api/admin/ad-placement')).body).toEqual({ mayRunInPage: true })
    for (const [named, isSandboxed] of [
      [{}, false],
      [{ isSandboxed: true }, true],
      [{}, true],
      [{ isSandboxed: false }, false],
    ] as const)
      expect((await there('POST /api/admin/ad-config/zone1', { ...ZONE, ...named })).body).toMatchObject({
        isSandboxed,
      })
  })

  it('may contain an escaped NUL but not the character itself', async () => {
    const adCode = String.raw`<script>if ("\u0000" < x) y("\\u0000")</script>`
    expect(await admin('POST /api/admin/ad-config/zone1', { ...ZONE, adCode })).toMatchObject({ body: { adCode } })
    for (const nul of ['\u0000', '\\\u0000'])
      expectError(
        await admin('POST /api/admin/ad-config/zone1', { ...ZONE, adCode: `x${nul}` }),
        400,
        'invalid_request',
      )
  })

  it('requires a name', async () => {
    for (const zoneName of ['', '   ', undefined, 5]) {
      const error = expectError(await admin('POST /api/admin/ad-config/zone1', { ...ZONE, zoneName }), 400)
      expect(error.error).toBe('Zone name cannot be empty')
    }
    expectError(await admin('GET /api/admin/ad-config/zone1'), 404)
  })

  it('writes one audit entry per change without the code', async () => {
    await admin('POST /api/admin/ad-config/zone1', ZONE)
    const entries = await listAudit(app)
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ event: 'SETTINGS_UPDATED', actor: 'operator' })
    expect(entries[0]?.context).toMatchObject({ setting: 'ad-zone', isActive: true, length: ZONE.adCode.length })
    expect(entries[0]?.requestId).toBeTruthy()
    expect(JSON.stringify(entries[0])).not.toContain('<script>')
  })
})

describe('the skip button', () => {
  it('answers 404 until it is saved, and is then shown to visitors', async () => {
    expectError(await admin('GET /api/admin/ad-config/skip-button'), 404, 'not_found')
    expect(await admin('POST /api/admin/ad-config/skip-button', BUTTON)).toMatchObject({ status: 200, body: BUTTON })
    expect(await admin('GET /api/admin/ad-config/skip-button')).toMatchObject({ status: 200, body: BUTTON })
    const { buttonText, buttonUrl } = BUTTON
    expect((await call(app, 'GET /api/ad-config/skip-button')).body).toEqual({ buttonText, buttonUrl })
  })

  it('may have no address', async () => {
    const saved = await admin('POST /api/admin/ad-config/skip-button', { ...BUTTON, buttonUrl: '' })
    expect(saved).toMatchObject({ status: 200, body: { buttonUrl: '' } })
  })

  it.each([
    [{ zoneName: ' ' }, 'Zone name cannot be empty'],
    [{ buttonText: '' }, 'Button text cannot be empty'],
    [{ buttonText: undefined }, 'Button text cannot be empty'],
    [{ buttonUrl: 'example.com' }, 'Please enter a valid URL (e.g., https://example.com)'],
    [{ buttonUrl: 'javascript:alert(1)' }, 'Please enter a valid URL (e.g., https://example.com)'],
    [{ buttonUrl: 'https://' }, 'Please enter a valid URL (e.g., https://example.com)'],
  ])('refuses %j', async (wrong, message) => {
    const error = expectError(await admin('POST /api/admin/ad-config/skip-button', { ...BUTTON, ...wrong }), 400)
    expect(error.error).toBe(message)
  })
})

it('serves an empty sandboxed preview frame that no other site can embed', async () => {
  await admin('POST /api/admin/ad-config/zone1', ZONE)
  const { status, text, headers } = await call(app, 'GET /adm/ad-preview', { headers: { accept: 'text/html' } })
  expect(status).toBe(200)
  expect(text).not.toContain(ZONE.adCode)
  expect(headers).toMatchObject({
    'content-security-policy': "sandbox allow-scripts; frame-ancestors 'self'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['x-frame-options']).toBeUndefined()
})
