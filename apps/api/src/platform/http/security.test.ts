import { describe, expect, it } from 'vitest'
import { call } from '../../../test/app/call.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { testApp } from '../../../test/app/test-app.ts'

const app = await testApp()
const ADMIN_HOST = 'admin.hot.example'
const withAds = await testApp({ PUBLIC_URL: 'https://hot.example', RATE_LIMITS: 'on', ADMIN_HOST })
await operatorCall({ ...withAds, host: ADMIN_HOST }, 'POST /api/admin/ad-config/zone1', {
  zoneName: 'Ad Zone 1',
  adCode: '<b>Buy</b>',
  isActive: true,
})

const getPolicy = async (path: string, on = app, host = 'hot.example') => {
  const { headers } = await call(on, `GET ${path}`, { headers: { accept: 'text/html', host } })
  const directives = String(headers['content-security-policy']).split(';')
  return new Map(directives.map((text) => [text.split(' ')[0], text.split(' ').slice(1).join(' ')]))
}

describe('the content security policy', () => {
  it.each(['/', '/upload', '/stats', '/profile', '/no-such-page', '/dmcat', '/administrator'])(
    'allows ad code in the page %s over https',
    async (path) => {
      const policy = await getPolicy(path, withAds)
      expect(policy.get('script-src')).toBe("'self' 'unsafe-inline' https:")
      for (const name of ['style-src', 'img-src', 'media-src', 'font-src', 'connect-src', 'frame-src'])
        expect(policy.get(name)?.split(' '), name).toEqual(expect.arrayContaining(["'self'", 'https:']))
      for (const sources of policy.values()) expect(sources).not.toMatch(/http:|\*/)
      expect(policy.get('object-src')).toBe("'none'")
      expect(policy.get('frame-ancestors')).toBe("'none'")
    },
  )

  it.each(['/dmca', '/DMCA/', '/%64mca', '/dmc%61/', '/%64%6d%63%61', '/dmca/%'])(
    'blocks ad code on the framed page %s',
    async (path) => {
      expect((await getPolicy(path, withAds)).get('script-src')).toBe("'self'")
    },
  )

  it.each(['/adm', '/ADM/media', '/%61dm/media', '/adm/%', '/adm/x.y', '/x.y', '/dmca.html'])(
    'blocks ad code on the operator’s host at %s',
    async (path) => {
      expect((await getPolicy(path, withAds, ADMIN_HOST)).get('script-src')).toBe("'self'")
    },
  )

  it.each(['/adm', '/adm/', '/adm/ads', '/ADM/ads', '/dmca', '/dmca/', '/DMCA', '/', '/upload', '/no-such-page'])(
    'allows only content of the site at %s',
    async (path) => {
      const policy = await getPolicy(path)
      expect(policy.get('script-src')).toBe("'self'")
      expect(policy.get('default-src')).toBe("'self'")
      expect(policy.get('connect-src')).toBe("'self'")
      expect(policy.get('frame-ancestors')).toBe("'none'")
      expect(policy.has('frame-src')).toBe(false)
      for (const sources of policy.values()) expect(sources).not.toMatch(/https?:|\*/)
    },
  )
})

it.each(['/', '/dmca', '/adm'])('sends security headers with %s', async (path) => {
  const { headers } = await call(app, `GET ${path}`)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
  })
})
