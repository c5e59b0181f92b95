/** Takes the pictures of the README on a site of its own with the demo collection: `pnpm pictures`, after `pnpm build`. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type APIRequestContext, type Browser, chromium, type Page, request } from '@playwright/test'
import { chromiumLaunch } from './find-chromium.ts'
import { startOwnSite } from './own-site.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs/pictures')
const photos = join(root, 'apps/api/src/features/demo/files')
const PORT = 3456
const url = `http://127.0.0.1:${PORT}`
const operator = { username: 'admin', password: randomBytes(18).toString('base64url') }

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

const basic = `Basic ${Buffer.from(`${operator.username}:${operator.password}`).toString('base64')}`

/** Waits until the whole demo collection is there. */
const filled = async (http: APIRequestContext) => {
  for (;;) {
    const answer = await http.get('/api/admin/overview', { headers: { authorization: basic } }).catch(() => undefined)
    const { totals }: { totals?: { media: number } } = answer?.ok() ? await answer.json() : {}
    if (totals && totals.media >= readdirSync(photos).length) return
    await pause(500)
  }
}

/** Somebody who acts over HTTP, each with cookies of their own. */
const newVisitor = async () => {
  const http = await request.newContext({ baseURL: url })
  const sessionId = randomBytes(24).toString('base64url')
  const session: { id: number } = await (await http.post('/api/session', { data: { sessionId, username: '' } })).json()
  return { http, sessionId, id: session.id }
}

/** A visitor with uploads that others have rated. */
const newOwner = async () => {
  const owner = await newVisitor()
  const items: number[] = []
  for (const name of ['Into the woods.jpg', 'Rose window.jpg', 'Last light.jpg', 'Silk.webp']) {
    const mimeType = name.endsWith('webp') ? 'image/webp' : 'image/jpeg'
    const file = { name, mimeType, buffer: readFileSync(join(photos, name)) }
    const answer = await owner.http.post('/api/media/upload', { multipart: { userId: String(owner.id), file } })
    const { id }: { id: number } = await answer.json()
    items.push(id)
  }
  for (let voter = 0; voter < 24; voter++) {
    const { http, id: userId } = await newVisitor()
    for (const [n, mediaId] of items.entries()) {
      await http.post(`/api/media/${mediaId}/view`, { data: { userId } })
      await http.post('/api/votes', { data: { userId, mediaId, isHot: (voter * 7 + n * 5) % 10 > n + 1 } })
    }
    await http.dispose()
  }
  return owner
}

type Shot = {
  name: string
  path: string
  size: typeof DESKTOP
  dark: boolean
  ready: (page: Page) => Promise<unknown>
}

const take = async (browser: Browser, { name, path, size, dark, ready }: Shot, stored: Record<string, string>) => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: size,
    colorScheme: dark ? 'dark' : 'light',
    isMobile: size === PHONE,
    hasTouch: size === PHONE,
  })
  const page = await context.newPage()
  await page.addInitScript((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
  }, stored)
  await page.goto(path)
  await ready(page)
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode().catch(() => {})))')
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality: 85 })
  await context.close()
}

const settled = (page: Page) => page.waitForLoadState('networkidle')
/** Enough for the back office, which polls. */
const imageIsThere = (page: Page) => page.getByRole('main').locator('img').first().waitFor()
const photoIsShown = async (page: Page) => {
  await imageIsThere(page)
  await settled(page)
}

mkdirSync(folder, { recursive: true })
const stop = await startOwnSite(PORT, { ADMIN_PASSWORD: operator.password })
const browser = await chromium.launch(chromiumLaunch())
try {
  const http = await request.newContext({ baseURL: url })
  await filled(http)
  const login = await http.post('/api/admin/login', { headers: { authorization: basic } })
  const { token }: { token: string } = await login.json()
  const owner = await newOwner()
  const visitor = { 'hotvote-session': JSON.stringify({ sessionId: owner.sessionId, username: '' }) }
  const operatorLogin = { adminToken: token }
  await take(browser, { name: 'rate', path: '/', size: DESKTOP, dark: true, ready: photoIsShown }, visitor)
  await take(browser, { name: 'rate-phone', path: '/', size: PHONE, dark: false, ready: photoIsShown }, visitor)
  await take(browser, { name: 'stats', path: '/stats', size: DESKTOP, dark: false, ready: settled }, visitor)
  await take(
    browser,
    { name: 'media', path: '/adm/media', size: DESKTOP, dark: true, ready: imageIsThere },
    operatorLogin,
  )
} finally {
  await browser.close()
  await stop()
}
