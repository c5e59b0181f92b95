import { describe, expect, it } from 'vitest'
import { call, expectError } from '../../../test/app/call.ts'
import { OPERATOR } from '../../../test/app/settings.ts'
import { testApp } from '../../../test/app/test-app.ts'

const ADMIN = 'admin.hot.example'
const SITE = 'hot.example'

const app = await testApp({ ADMIN_HOST: ADMIN, PUBLIC_URL: 'http://hot.example' })
const get = (host: string, path: string) =>
  call(app, `GET ${path}`, { headers: { host, accept: 'text/html', ...OPERATOR } })

const OPERATORS = [
  '/adm',
  '/adm/media',
  '/ADM/users',
  '/%61dm',
  '/adm/x.y',
  '/%61dm/media%2ehtml',
  '/api/admin/media',
  '/API/ADMIN/media',
  '/api/admin/none',
]
const VISITORS = ['/upload', '/dmca', '/api/idle-redirect-config', '/api/media/random/1', '/ad-frame/zone1']

describe('the operator’s side with a separate host', () => {
  it.each(OPERATORS)('hides %s on the visitors’ host', async (path) => {
    for (const host of [SITE, `${SITE}:3000`, '127.0.0.1', `x.${ADMIN}`]) expectError(await get(host, path), 404)
  })

  it.each(OPERATORS)('hides %s in requests with a full address of any host', async (path) => {
    for (const target of [`http://${SITE}${path}`, `HTTPS://${ADMIN}:80${path}`, `x://${ADMIN}${path}?a=b`])
      expectError(await get(SITE, target), 404)
    expectError(await get(ADMIN, `http://${SITE}/api/idle-redirect-config`), 404)
    expect((await get(ADMIN, `http://${ADMIN}/api/admin/media`)).status).toBe(200)
  })

  it.each(['/adm', '/adm/media', '/api/admin/media'])('answers %s on its host with any port and case', async (path) => {
    for (const host of [ADMIN, `${ADMIN}:8443`, ADMIN.toUpperCase()])
      expect((await get(host, path)).text, host).not.toContain('There is nothing here.')
  })

  it.each(VISITORS)('answers 404 to the visitors’ %s', async (path) => {
    expectError(await get(ADMIN, path), 404, 'not_found')
  })

  it('redirects its start page to the login', async () => {
    const reply = await get(ADMIN, '/')
    expect([reply.status, reply.headers.location]).toEqual([302, '/adm'])
  })

  it.each(['/healthz', '/theme.js', '/icon.svg'])('shares %s with the visitors’ host', async (path) => {
    const [own, theirs] = [await get(ADMIN, path), await get(SITE, path)]
    expect(own.status).toBe(theirs.status)
  })

  it('serves visitors only on their own host', async () => {
    expect((await get(SITE, '/api/idle-redirect-config')).status).toBe(200)
    expectError(await get(ADMIN, '/api/idle-redirect-config'), 404)
  })
})

describe('a change by the operator', () => {
  const change = (origin: string) =>
    call(app, 'POST /api/admin/none', { headers: { host: ADMIN, origin, ...OPERATOR }, body: {} })

  it('is accepted from the operator’s pages', async () => {
    expectError(await change(`https://${ADMIN}`), 404)
    expectError(await change(`https://${ADMIN}:8443`), 404)
  })
  it.each([`https://${SITE}`, 'https://elsewhere.example', 'null'])('is refused from %s', async (origin) => {
    expectError(await change(origin), 403, 'cross_site')
  })
})

it('answers operator and visitors on every host without a separate host', async () => {
  const shared = await testApp()
  const reply = await call(shared, 'GET /api/admin/media', { headers: { host: 'any.example', ...OPERATOR } })
  expect(reply.status).toBe(200)
  expect((await call(shared, 'GET /api/idle-redirect-config', { headers: { host: 'any.example' } })).status).toBe(200)
})
