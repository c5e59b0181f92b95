import { type FirstItem, firstItem } from '@hotvote/shared/visitor/rating'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { call, quickVisitor } from '../../../test/app/call.ts'
import { SOON } from '../../../test/app/soon.ts'
import { type TestApp, testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const app = await testApp()
const owner = await quickVisitor(app)
const items = await newItems(app, owner.id, 8)

const HTML = { accept: 'text/html' }
type RequestOptions = {
  cookie?: string
  path?: string
  method?: string
  on?: TestApp
  headers?: Record<string, string>
}
const ask = ({ cookie, path = '/', method = 'GET', on = app, headers }: RequestOptions = {}) =>
  call(on, `${method} ${path}`, { headers: { ...HTML, ...headers }, ...(cookie && { cookie }) })

const broughtBy = (html: string): FirstItem | undefined => {
  const json = /<script type="application\/json" id="first-item">(.*?)<\/script>/.exec(html)?.[1]
  return json === undefined ? undefined : firstItem.strict().parse(JSON.parse(json))
}
const brought = async (options: RequestOptions = {}) => broughtBy((await ask(options)).text)

describe('the rate page', () => {
  it('includes a random visible item without a session', async () => {
    const seen = new Set<number>()
    await expect
      .poll(async () => {
        const first = await brought()
        expect(first?.userId).toBeNull()
        return seen.add(first?.item.id ?? 0).size
      }, SOON)
      .toBe(items.length)
    expect([...seen].sort((a, b) => a - b)).toEqual(items)
  })

  it('includes only an item that its visitor may rate', async () => {
    const visitor = await quickVisitor(app)
    const own = await newItems(app, visitor.id, 8)
    const [left = 0, hidden = 0, ...rated] = items
    await app.deps.db.query({ text: 'UPDATE media SET position = NULL WHERE id = $1' }, [hidden])
    for (const id of rated) await visitor.vote(id)
    for (const _ of own) {
      const first = await brought(visitor)
      expect(first).toMatchObject({ userId: visitor.id, item: { id: left, uploadedBy: owner.username } })
    }
    expect((await brought(owner))?.item.uploadedBy).toBe(visitor.username)
    await visitor.vote(left)
    const page = await ask(visitor)
    expect(page.status).toBe(200)
    expect(broughtBy(page.text)).toBeUndefined()
    expect(page.text).toContain('<div id="root"></div>')
  })

  it('includes no item for an ended session, with a code or on another screen', async () => {
    const visitor = await quickVisitor(app)
    expect(await brought(visitor)).toBeDefined()
    for (const path of ['/upload', '/stats', '/dmca', '/adm', '/?verified=true&session=abc'])
      expect(await brought({ ...visitor, path }), path).toBeUndefined()
    await call(app, 'POST /api/auth/logout', visitor)
    expect(await brought(visitor)).toBeUndefined()
    expect(await brought({ cookie: 'hv_session=made-up' })).toMatchObject({ userId: null })
  })

  it('forbids proxies to cache the page, even for HEAD', async () => {
    const visitor = await quickVisitor(app)
    for (const cookie of [visitor.cookie, '']) {
      const { headers } = await ask({ cookie })
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache' })
      const head = await ask({ cookie, method: 'HEAD' })
      const { 'content-length': _l, date: _d, etag: _e, 'x-request-id': _r, ...rest } = head.headers
      expect(headers).toMatchObject(rest)
      expect(head.text).toBe('')
    }
  })

  it("renders the photo or film in HTML and escapes the uploader's name", async () => {
    const site = await testApp()
    const uploader = await quickVisitor(site)
    const [id] = await newItems(site, uploader.id, 1)
    const name = `"><script>alert(1)</script> $& '`
    await site.deps.db.query({ text: 'UPDATE users SET username = $1 WHERE id = $2' }, [name, uploader.id])
    const { text, headers } = await ask({ on: site })
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    const first = broughtBy(text)
    expect(first?.item).toMatchObject({ id, uploadedBy: name })
    expect(text).toContain(`src="${first?.item.displayUrl}"`)
    expect(text).toContain('alt="Uploaded by &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; &#39;"')
    expect(text).not.toContain('<script>alert')
    await site.deps.db.query({
      text: `UPDATE media SET display_key = '2026/11/x-display.webp', small_key = '2026/11/x-small.webp'`,
    })
    const later = await ask({ on: site })
    const srcset = broughtBy(later.text)?.item.srcset
    expect(srcset).toContain('x-small.webp')
    expect(later.text).toContain(`srcset="${srcset}" sizes="(min-width: 768px)`)
    await site.deps.db.query({ text: `UPDATE media SET mime_type = 'video/mp4'` })
    const film = await ask({ on: site })
    expect(film.text).toMatch(/<video [^>]*preload="metadata"/)
    expect(film.text).not.toContain('<img')
  })
})

describe('the rate page without an item', () => {
  const plain = async (options: RequestOptions) => {
    const { status, text, headers } = await ask(options)
    expect(status).toBe(200)
    expect(text).toContain('<div id="root"></div>')
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    return broughtBy(text)
  }

  it('is served on an empty site', async () => {
    expect(await plain({ on: await testApp() })).toBeUndefined()
  })

  it('is served over the limit that pages share with calls for items', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' })
    const visitor = await quickVisitor(limited)
    await newItems(limited, (await quickVisitor(limited)).id, 1)
    expect(await brought({ ...visitor, on: limited })).toBeDefined()
    for (let calls = 0; calls < 600; calls += 50) await Promise.all(Array.from({ length: 50 }, () => visitor.next()))
    expect(await plain({ ...visitor, on: limited })).toBeUndefined()
    expect(await brought({ on: limited })).toBeDefined()
  })

  it('is served while the database does not answer', async () => {
    const slow = await testApp({ FIRST_ITEM_TIMEOUT: '150' })
    await newItems(slow, (await quickVisitor(slow)).id, 1)
    const blocker = new pg.Client(slow.deps.config.databaseUrl)
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE media IN ACCESS EXCLUSIVE MODE')
    // Exceed the limit of concurrent queries.
    const pages = await Promise.all(Array.from({ length: 30 }, () => plain({ on: slow })))
    expect(pages.filter(Boolean)).toEqual([])
    await blocker.query('COMMIT')
    await blocker.end()
    await expect.poll(() => brought({ on: slow }), SOON).toBeDefined()
  })
})
