import { beforeEach, describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'

const AD = '<p>Buy & be happy</p><script>document.title = "ran"</script>'

const app = await testApp()
const apart = await testApp({ DATABASE_URL: app.deps.config.databaseUrl, ADMIN_HOST: 'admin.hot.example' })
const host = 'admin.hot.example'
beforeEach(() => app.deps.db.query({ text: 'TRUNCATE settings' }))

const setZone = (zone: { adCode?: string; isActive?: boolean; isSandboxed?: boolean } = {}) =>
  operatorCall({ ...apart, host }, 'POST /api/admin/ad-config/zone1', {
    zoneName: 'Ad Zone 1',
    adCode: AD,
    isActive: true,
    isSandboxed: false,
    ...zone,
  })
const setSkipButton = (buttonText: string, buttonUrl: string, isActive = true) => {
  const body = { zoneName: 'Skip Button', buttonText, buttonUrl, isActive }
  return operatorCall(app, 'POST /api/admin/ad-config/skip-button', body)
}

const skipButton = () => call(app, 'GET /api/ad-config/skip-button')
const zone = (id = 'zone1', on = app) => call(on, `GET /api/ad-config/${id}`)
const frame = (id = 'zone1') => call(app, `GET /ad-frame/${id}`)

describe('the skip button', () => {
  it('has a default until it is set', async () => {
    expect(await skipButton()).toMatchObject({
      status: 200,
      body: { buttonUrl: '', buttonText: 'Skip this photo' },
    })
  })

  it('returns to its default when switched off', async () => {
    await setSkipButton('More like this', 'https://partner.example/more', false)
    expect((await skipButton()).body).toEqual({ buttonUrl: '', buttonText: 'Skip this photo' })
  })
})

describe('an ad zone', () => {
  it('contains the code unchanged', async () => {
    await setZone()
    expect((await zone('zone1', apart)).body).toEqual({ adCode: AD, isSandboxed: false })
    await setZone({ isSandboxed: true })
    expect((await zone('zone1', apart)).body).toEqual({ adCode: AD, isSandboxed: true })
  })

  it("runs in a frame if the operator logs in on the visitors' host", async () => {
    await setZone()
    expect((await zone()).body).toEqual({ adCode: AD, isSandboxed: true })
  })

  it.each(['zone2', 'ZONE1', '__proto__', `${'z'.repeat(500)}`])('answers 404 for %s', async (id) => {
    expectError(await zone(id), 404, 'not_found')
    expectError(await frame(id), 404, 'not_found')
  })

  it('changes at once, even in another process', async () => {
    const other = await testApp({ DATABASE_URL: app.deps.config.databaseUrl })
    await setZone({ adCode: 'first' })
    const first = await zone('zone1', other)
    expect(first.body).toMatchObject({ adCode: 'first' })
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = { headers: { 'if-none-match': String(first.headers.etag) } }
    expect(await call(app, 'GET /api/ad-config/zone1', again)).toMatchObject({ status: 304, text: '' })
    await setZone({ adCode: 'second' })
    const changed = await call(other, 'GET /api/ad-config/zone1', again)
    expect(changed).toMatchObject({ status: 200, body: { adCode: 'second' } })
    expect(changed.headers.etag).not.toBe(first.headers.etag)
  })
})

describe('the policy of a visitor’s page', () => {
  const getScripts = async (on: TestApp, path = '/') => {
    const { headers, text } = await call(on, `GET ${path}`, { headers: { accept: 'text/html' } })
    const [, sources] = /script-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
    expect(text.includes('data-ads="in-page"')).toBe(sources !== "'self'")
    return sources
  }

  it('allows ad code only while an active zone runs in the page', async () => {
    expect(await getScripts(apart)).toBe("'self'")
    await setZone()
    for (const path of ['/', '/upload', '/stats', '/no-such-page'])
      expect(await getScripts(apart, path), path).toBe("'self' 'unsafe-inline' https: http:")
    expect(await getScripts(apart, '/dmca')).toBe("'self'")
    expect(await getScripts(app)).toBe("'self'")
    for (const zone of [{ isActive: false }, { isSandboxed: true }, { adCode: '' }]) {
      await setZone(zone)
      expect(await getScripts(apart), JSON.stringify(zone)).toBe("'self'")
    }
  })
})

describe('the page of a visitor', () => {
  const hasRoom = async (path: string) =>
    (await call(app, `GET ${path}`, { headers: { accept: 'text/html' } })).text.includes(' data-ad-zone')

  it('reserves space for the ad while a zone is active', async () => {
    expect(await hasRoom('/')).toBe(false)
    for (const isSandboxed of [false, true]) {
      await setZone({ isSandboxed })
      expect(await hasRoom('/')).toBe(true)
      expect(await hasRoom('/dmca')).toBe(false)
    }
    await setZone({ isActive: false })
    expect(await hasRoom('/')).toBe(false)
  })
})

describe('the frame of a zone', () => {
  it('is a page with the code and no access to the site', async () => {
    await setZone({ isSandboxed: true })
    const { status, headers, text } = await frame()
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(text).toContain(AD)
    const policy = String(headers['content-security-policy'])
    expect(policy).toMatch(/^sandbox allow-scripts allow-popups/)
    expect(policy).not.toContain('allow-same-origin')
    expect(policy).toContain("frame-ancestors 'self'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-cache' })
    expect(headers['set-cookie']).toBeUndefined()
  })

  it('answers 404 without active code', async () => {
    expectError(await frame(), 404, 'not_found')
    await setZone({ isActive: false })
    expectError(await frame(), 404, 'not_found')
    await setZone({ adCode: '' })
    expectError(await frame(), 404, 'not_found')
  })
})
