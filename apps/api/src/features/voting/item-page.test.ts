import { firstItem, type SharedItem } from '@hotvote/shared/visitor/rating'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { call, expectError, quickVisitor } from '../../../test/app/call.ts'
import { queryCount } from '../../../test/app/database.ts'
import { operatorCall } from '../../../test/app/operator.ts'
import { SOON } from '../../../test/app/soon.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { newItems } from '../../../test/make/items.ts'

const app = await testApp({ PUBLIC_URL: 'http://hot.example', DATABASE_LOCK_TIMEOUT: '3000' })
const { db } = app.deps
const owner = await quickVisitor(app)
const newItem = async (set = '') => {
  const [id = 0] = await newItems(app, owner.id, 1)
  if (set) await db.query({ text: `UPDATE media SET ${set.replaceAll('ID', String(id))} WHERE id = ${id}` })
  return id
}
const nobody = { id: 0, cookie: '' }
const read = (id: number | string, { cookie } = nobody) => call<SharedItem>(app, `GET /api/items/${id}`, { cookie })
type RequestOptions = { cookie?: string; method?: string; query?: string; headers?: Record<string, string> }
const page = (id: number | string, { cookie, method = 'GET', query = '', headers }: RequestOptions = {}) =>
  call(app, `${method} /m/${id}${query}`, {
    headers: { accept: 'text/html', ...headers },
    ...(cookie && { cookie }),
  })

const metaIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, k, v]) => [k, v]),
  )
const broughtBy = (html: string) => {
  const json = /<script type="application\/json" id="first-item">(.*?)<\/script>/.exec(html)?.[1]
  return json === undefined ? undefined : firstItem.strict().parse(JSON.parse(json))
}

describe('an item by its id', () => {
  it("returns the data of the rate screen and the caller's relation to it", async () => {
    const id = await newItem()
    const voter = await quickVisitor(app)
    const fresh = await read(id, voter)
    expect(fresh.status).toBe(200)
    expect(fresh.body).toMatchObject({ id, uploadedBy: owner.username, totalVotes: 0 })
    expect(fresh.body).toMatchObject({ isOwn: false, userHasVoted: false, votedHot: null })
    await voter.vote(id, false)
    await (await quickVisitor(app)).vote(id, true)
    const tally = { totalVotes: 2, hotPercentage: 50, notPercentage: 50 }
    expect((await read(id, voter)).body).toMatchObject({ ...tally, userHasVoted: true, votedHot: false, isOwn: false })
    expect((await read(id, owner)).body).toMatchObject({ ...tally, userHasVoted: false, votedHot: null, isOwn: true })
  })

  it('requires a session and a valid id', async () => {
    const id = await newItem()
    expectError(await read(id), 401, 'no_session')
    for (const bad of ['0', '01', '1e3', '-1', 'x', '12345678901234567890'])
      expectError(await read(bad, owner), 400, 'invalid_request')
  })

  it('counts no view', async () => {
    const id = await newItem()
    const voter = await quickVisitor(app)
    await read(id, voter)
    await page(id, { cookie: voter.cookie })
    expect(await queryCount(db, `SELECT count(*) FROM views WHERE media_id = ${id}`)).toBe(0)
  })
})

describe('an item that is not shown to visitors', () => {
  const texts = new Set<string>()
  const pages = new Set<string>()

  const expectGone = async (id: number | string) => {
    const voter = await quickVisitor(app)
    for (const who of [voter, owner]) {
      const answer = await read(id, who)
      expectError(answer, 404, 'not_found')
      texts.add(answer.body && JSON.stringify({ ...answer.body, requestId: '' }))
    }
    for (const cookie of ['', voter.cookie, owner.cookie]) {
      const { status, text, headers } = await page(id, { cookie })
      expect(status).toBe(404)
      pages.add(text)
      expect(text).toContain('<div id="root"></div>')
      expect(text).not.toMatch(/og:|twitter:|canonical|first-item|\/media\//)
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
    }
  }

  it('answers 404 without a reason', async () => {
    await expectGone(987_654_321)
    await expectGone(await newItem('position = NULL'))
    await expectGone(await newItem(`status = 'waiting', position = NULL`))
    await expectGone(await newItem(`status = 'pending', position = NULL`))
    const deleted = await newItem()
    await call(app, `DELETE /api/media/${deleted}?userId=${owner.id}`, owner)
    await expectGone(deleted)
    const removed = await newItem()
    await operatorCall(app, `DELETE /api/admin/media/${removed}`)
    await expectGone(removed)
    expect(texts.size).toBe(1)
    expect(pages.size).toBe(1)
  })

  it('has the same page as an invalid address', async () => {
    for (const bad of ['', '0', '01', 'x', '1.', '7.5', '12345678901234567890', '7/8', '%22%3E%3Cscript%3E']) {
      const { status, text } = await page(bad)
      expect(status, bad).toBe(404)
      expect(pages, bad).toContain(text)
    }
  })
})

describe('the page of an item', () => {
  const files = `mime_type = 'image/jpeg', width = 3000, height = 2000, display_key = '2026/11/ID-display.webp',
    thumb_key = '2026/11/ID-thumb.webp', share_key = '2026/11/ID-share.jpg'`

  it('gives link previews its picture but no changing data', async () => {
    const id = await newItem(files)
    const { status, text } = await page(id)
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="http://hot.example/m/${id}" />`)
    expect(text.match(/<title>.*?<\/title>/g)).toEqual(['<title>Hot or Not? · HotVote</title>'])
    const picture = `http://hot.example/media/2026/11/${id}-share.jpg`
    expect(metaIn(text)).toMatchObject({
      'og:site_name': 'HotVote',
      'og:title': 'Hot or Not?',
      'og:description': 'Vote on this photo on HotVote and see what everyone else thinks.',
      'og:url': `http://hot.example/m/${id}`,
      'og:image': picture,
      'og:image:type': 'image/jpeg',
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Hot or Not? · HotVote',
      'twitter:image': picture,
    })
    expect(text.match(/property="og:image"/g)).toHaveLength(1)
    expect(text.slice(0, text.indexOf('<body'))).not.toContain(owner.username)
  })

  it.each([
    ['a video', `mime_type = 'video/mp4'`],
    ['a photo whose preview is not made yet', files.replace(/, share_key.*/, '')],
  ])('gives link previews the picture of the site for %s', async (_item, columns) => {
    const id = await newItem(columns)
    expect(metaIn((await page(id)).text)).toMatchObject({
      'og:image': 'http://hot.example/share.png',
      'og:image:type': 'image/png',
      'twitter:card': 'summary_large_image',
    })
  })

  it('includes the item only for visitors who may rate it', async () => {
    const id = await newItem()
    const voter = await quickVisitor(app)
    const ofNobody = await page(id)
    expect(broughtBy(ofNobody.text)).toMatchObject({ userId: null, item: { id } })
    expect(ofNobody.headers['set-cookie']).toBeUndefined()
    expect(broughtBy((await page(id, { cookie: voter.cookie })).text)).toMatchObject({ userId: voter.id, item: { id } })
    expect(broughtBy((await page(id, { cookie: owner.cookie })).text)).toBeUndefined()
    expect(broughtBy((await page(id, { query: '?verified=true&session=abc' })).text)).toBeUndefined()
    await voter.vote(id)
    const voted = await page(id, { cookie: voter.cookie })
    expect(broughtBy(voted.text)).toBeUndefined()
    expect(metaIn(voted.text)['og:title']).toBe('Hot or Not?')
    await call(app, 'POST /api/auth/logout', voter)
    expect(broughtBy((await page(id, { cookie: voter.cookie })).text)).toBeUndefined()
  })

  it('opens no session and counts no view', async () => {
    const id = await newItem()
    const counts = () => queryCount(db, 'SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM sessions)')
    const before = await counts()
    for (const agent of ['facebookexternalhit/1.1', 'WhatsApp/2.23', 'TelegramBot (like TwitterBot)']) {
      const { status, headers } = await page(id, { headers: { 'user-agent': agent, accept: '*/*' } })
      expect(status).toBe(200)
      expect(headers['set-cookie']).toBeUndefined()
      expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' })
    }
    expect((await page(id, { method: 'HEAD' })).status).toBe(200)
    expect(await counts()).toBe(before)
    expect(await queryCount(db, `SELECT count(*) FROM views WHERE media_id = ${id}`)).toBe(0)
  })

  it('is served with 503 and no preview while the database is down', async () => {
    const id = await newItem()
    const blocker = new pg.Client(db.pool.options.connectionString)
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE media IN ACCESS EXCLUSIVE MODE')
    const { status, headers, text } = await page(id)
    await blocker.query('ROLLBACK')
    await blocker.end()
    expect(status).toBe(503)
    expect(headers['retry-after']).toBeDefined()
    expect(text).toContain('<div id="root"></div>')
    await expect.poll(async () => (await page(id)).status, SOON).toBe(200)
  })

  it('counts towards the limit of calls for items', async () => {
    const limited = await testApp({ RATE_LIMITS: 'on' })
    const visitor = await quickVisitor(limited)
    for (let calls = 0; calls < 600; calls += 50) await Promise.all(Array.from({ length: 50 }, () => visitor.next()))
    const { status, headers } = await call(limited, 'GET /m/1', { ...visitor, headers: { accept: 'text/html' } })
    expect(status).toBe(429)
    expect(headers['retry-after']).toBeDefined()
  })
})
