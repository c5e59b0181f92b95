import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import supertest from 'supertest'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openBrands } from '../../config/brands.ts'
import { loadConfig } from '../../config/config.ts'
import { page } from './page.ts'

const INDEX = readFileSync(new URL('../../../../../web/index.html', import.meta.url), 'utf8')
const BAD = `A "hot" </script><script>alert('1')</script> & $& $1`

let dist: string
beforeEach(() => {
  logged = []
  dist = mkdtempSync(join(tmpdir(), 'hotvote-page-'))
  writeFileSync(join(dist, 'index.html'), INDEX)
})
afterEach(() => rmSync(dist, { recursive: true, force: true }))

const deps = {
  readPageAd: async () => 'none' as const,
  firstItem: async () => undefined,
  itemPage: async (id: number) => {
    if (id === BROKEN) throw new Error('A mistake')
    return id === ITEM.id ? ITEM : undefined
  },
  log: {
    error: (...entry: unknown[]) => void logged.push(entry),
    warn: (...entry: unknown[]) => void logged.push(entry),
  },
}
const BROKEN = 9
let logged: unknown[][]

const ITEM = {
  id: 7,
  mimeType: 'image/jpeg',
  picture: { url: 'https://cdn.example/7.jpg?a=1&b="2"', width: 1200, height: 800 },
  first: undefined,
}

const askedAt = (host: string, brands?: Record<string, unknown>, path = '/') => {
  const file = join(dist, 'brands.json')
  writeFileSync(file, JSON.stringify(brands ?? {}))
  const config = loadConfig({ PUBLIC_URL: 'https://hot.example', BRANDS_FILE: file })
  const app = express().use(
    page({ ...deps, config: { ...config, secret: 'secret' }, brands: openBrands(config) }, dist),
  )
  return supertest(app).get(path).set('Host', host).set('Accept', 'text/html')
}
const brandIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="brand">(.*)<\/script>/.exec(html)?.[1] ?? 'null')
const noscriptIn = (html: string) => /<noscript[^>]*>(.*?)<\/noscript>/s.exec(html)?.[1]
const metaIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, k, v]) => [k, v]),
  )

const TWO = { 'hot.example': { siteName: 'Hot Example' }, 'duel.example': { siteName: 'Duel', useLogo: true } }

it.each([
  ['hot.example', 'Hot Example', 'https://hot.example'],
  ['duel.example:8080', 'Duel', 'https://duel.example'],
  ['unknown.example', 'Hot Example', 'https://hot.example'],
])('names the page requested from %s %s', async (host, name, origin) => {
  const { text } = await askedAt(host, TWO)
  expect(text.match(/<title>.*?<\/title>/g)).toEqual([`<title>${name}</title>`])
  expect(noscriptIn(text)).toBe(`${name} needs JavaScript to show photos and to count your votes.`)
  expect(text).not.toContain('HotVote')
  expect(brandIn(text)).toMatchObject({ siteName: name })
  const described = `${name}: vote Hot or Not on one photo or video at a time, and share your own.`
  expect(metaIn(text)).toMatchObject({
    description: described,
    'og:type': 'website',
    'og:site_name': name,
    'og:title': name,
    'og:description': described,
    'og:url': `${origin}/`,
    'og:image': `${origin}/share.png`,
    'og:image:type': 'image/png',
    'twitter:card': 'summary_large_image',
    'twitter:title': name,
  })
  expect(text.match(/name="description"/g)).toHaveLength(1)
})

it.each(['/', '/upload', '/dmca', '/adm/media', '/no/such/page'])('puts the brand into %s', async (path) => {
  const { text } = await askedAt('duel.example', TWO, path)
  expect(brandIn(text)).toEqual({ siteName: 'Duel', domain: 'duel.example', useLogo: true, logoType: 'hotvote' })
})

it.each(['/stats.', '/about.html', '/index.html'])('serves %s as the page of an unknown address', async (path) => {
  const { text, status } = await askedAt('duel.example', TWO, path)
  expect(status).toBe(404)
  expect(brandIn(text)).toMatchObject({ siteName: 'Duel' })
})

it('answers 404 without a page for a missing file of the build', async () => {
  const { text, status } = await askedAt('hot.example', {}, '/assets/old.js').set('Accept', '*/*')
  expect(status).toBe(404)
  expect(brandIn(text)).toBeNull()
})

it('logs a missing build of the page', async () => {
  rmSync(join(dist, 'index.html'))
  expect((await askedAt('hot.example')).status).toBe(404)
  expect(logged).toEqual([[{ dist }, expect.stringContaining('pnpm build')]])
})

it('uses the name HotVote without brands', async () => {
  const { text } = await askedAt('hot.example')
  expect(brandIn(text)).toEqual({ siteName: 'HotVote', domain: 'hot.example', useLogo: false, logoType: 'hotvote' })
})

it('links a preview to the host of its brand', async () => {
  const { text, status } = await askedAt('duel.example', TWO, '/m/7')
  expect(status).toBe(200)
  expect(brandIn(text)).toMatchObject({ siteName: 'Duel' })
  expect(text).toContain('<title>Hot or Not? · Duel</title>')
  expect(text).toContain('<link rel="canonical" href="https://duel.example/m/7" />')
  expect(metaIn(text)).toMatchObject({
    'og:site_name': 'Duel',
    'og:url': 'https://duel.example/m/7',
    'og:image': 'https://cdn.example/7.jpg?a=1&amp;b=%222%22',
    'og:image:type': 'image/jpeg',
  })
  const missing = await askedAt('duel.example', TWO, '/m/8')
  expect(missing.status).toBe(404)
  expect(brandIn(missing.text)).toMatchObject({ siteName: 'Duel' })
  expect(missing.text).toContain('<title>Duel</title>')
  expect(metaIn(missing.text)).not.toHaveProperty('og:title')
})

it('escapes markup of a name in the preview of an item', async () => {
  const { text } = await askedAt('hot.example', { 'hot.example': { siteName: BAD } }, '/m/7')
  expect(text).not.toContain('<script>alert')
  expect(metaIn(text)['og:description']).toContain('A &quot;hot&quot; &lt;/script&gt;')
})

it('never repeats a hostile host name', async () => {
  for (const host of ['<script>alert(1)</script>', '"><img src=x>', 'evil.example']) {
    const { text } = await askedAt(host, TWO)
    expect(text).not.toMatch(/alert|<img|evil/)
    expect(brandIn(text)).toMatchObject({ siteName: 'Hot Example' })
  }
})

it('escapes markup in the name of a brand', async () => {
  const { text } = await askedAt('hot.example', { 'hot.example': { siteName: BAD } })
  expect(brandIn(text)).toMatchObject({ siteName: BAD })
  const escaped = 'A &quot;hot&quot; &lt;/script&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; $&amp; $1'
  expect(text).toContain(`<title>${escaped}</title>`)
  expect(metaIn(text)['og:title']).toBe(escaped)
  expect(noscriptIn(text)).toBe(`${escaped} needs JavaScript to show photos and to count your votes.`)
  const scripts = INDEX.match(/<script/g)?.length ?? 0
  expect(text.match(/<script/g)).toHaveLength(scripts + 1)
})

it("allows a brand's picture from its host, also on strict pages", async () => {
  const logo = { useLogo: true, logoType: 'custom', logoUrl: 'https://cdn.example/logo.svg' }
  const { headers } = await askedAt('hot.example', { 'duel.example': { siteName: 'Duel', ...logo } }, '/dmca')
  expect(headers['content-security-policy']).toContain("img-src 'self' data: blob: https://cdn.example;")
})

it('keeps an address with a login code from other sites and caches', async () => {
  const plain = await askedAt('hot.example')
  expect(plain.headers).toMatchObject({
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'private, no-cache',
  })
  for (const path of ['/?verified=true&session=abc', '/upload?session=', '/no/such/page?session=abc']) {
    const { headers } = await askedAt('hot.example', undefined, path)
    expect(headers, path).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
  }
})

it('serves the page without a preview and logs the reason when the item fails', async () => {
  const { status, text } = await askedAt('hot.example', {}, `/m/${BROKEN}`)
  expect(status).toBe(500)
  expect(text).toContain('<div id="root"></div>')
  expect(logged).toEqual([
    [expect.objectContaining({ stack: expect.stringContaining('A mistake') }), expect.any(String)],
  ])
  expect((await askedAt('hot.example', {}, '/m/8')).status).toBe(404)
  expect(logged).toHaveLength(1)
})
