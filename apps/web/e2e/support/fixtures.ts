import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer } from '@hotvote/shared/contract'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import type { ReportReason } from '@hotvote/shared/visitor/reports'
import type { Session } from '@hotvote/shared/visitor/sessions'
import type { userStats } from '@hotvote/shared/visitor/stats'
import type { UploadedMedia } from '@hotvote/shared/visitor/uploads'
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { trackRequests } from './calls.ts'
import { type MadeFile, photo } from './made-media.ts'
import { OPERATOR, type Site, startSite } from './running-site.ts'

const ok = async <Body>(answer: APIResponse): Promise<Body> => {
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Another visitor, acting over HTTP with their own session and cookie. */
const openVisitor = async (http: APIRequestContext) => {
  const sessionId = randomBytes(24).toString('base64url')
  const { id, username } = await ok<Session>(await http.post('/api/session', { data: { sessionId, username: '' } }))
  const upload = async (file: MadeFile) =>
    ok<UploadedMedia>(await http.post('/api/media/upload', { multipart: { userId: String(id), file } }))
  return {
    id,
    username,
    upload,
    /** `count` photos of different colours and shapes. */
    async uploadPhotos(count: number) {
      const made: UploadedMedia[] = []
      for (let n = 1; n <= count; n++)
        made.push(await upload(await photo(`photo-${n}.jpg`, { width: 240 + 40 * n, height: 320 }, n * 47)))
      return made
    },
    async vote(mediaId: number, isHot: boolean) {
      await ok(await http.post('/api/votes', { data: { userId: id, mediaId, isHot } }))
    },
    async report(mediaId: number, reason: ReportReason) {
      const answer = await http.post(`/api/media/${mediaId}/report`, { data: { userId: id, reason } })
      expect(answer.status()).toBe(204)
    },
    stats: async () => ok<Answer<typeof userStats>>(await http.get(`/api/users/${id}/stats`)),
    /** The next item to rate, or undefined when none is left. */
    async next() {
      const answer = await http.get(`/api/media/random/${id}`)
      return answer.status() === 404 ? undefined : ok<RatingItem>(answer)
    },
  }
}
export type OtherVisitor = Awaited<ReturnType<typeof openVisitor>>

/** Browsers log each 4xx answer; "nothing left to rate" is a 404. */
const NONE_LEFT = /404 .*\/api\/media\/random\//

type Problems = {
  /** Allows console errors that the test provokes: `status address` or the message. */
  expect(...patterns: RegExp[]): void
}
type Fixtures = {
  site: Site
  /** Fails the test on uncaught errors, unexpected console errors and `eval`. */
  problems: Problems
  visitor: () => Promise<OtherVisitor>
  /** Logs in over HTTP and opens an operator screen; `headers` authorize the test's own calls. */
  operator: { open(path: string): Promise<void>; headers: { Authorization: string } }
}

const watch = (page: Page, seen: string[]) => {
  page.on('pageerror', (error) => seen.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error') return
    const status = /status of (\d+)/.exec(message.text())?.[1]
    seen.push(`${status ?? message.text()} ${message.location().url}`)
  })
}

/** Reports refused `eval` calls, which code can hide from the console by catching the error. */
const reportEval = () =>
  document.addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile }) => {
    // biome-ignore lint/suspicious/noConsole: the fixture watches the console.
    if (blockedURI === 'eval') console.error(`eval in ${sourceFile}`)
  })

/** Maximum delay per call in milliseconds; reveals races in tests and in the page. */
const CALL_DELAY = Number(process.env.CALL_DELAY ?? 0)

const delayCalls = (context: BrowserContext) =>
  context.route('**/api/**', async (route) => {
    await pause(Math.random() * CALL_DELAY)
    // The page may be closed by now.
    await route.fallback().catch(() => undefined)
  })

/** Headers for the test's calls, and the token that a browser stores. */
const logIn = async ({ url }: Site) => {
  const credential = Buffer.from(`${OPERATOR.username}:${OPERATOR.password}`).toString('base64')
  const headers = { Authorization: `Basic ${credential}` }
  const answer = await fetch(`${url}/api/admin/login`, { method: 'POST', headers })
  const { token }: { token: string } = await answer.json()
  return { headers, token }
}

export const test = base.extend<Fixtures, { runningSite: Site }>({
  runningSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from this pattern.
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  // Each worker reuses one process, because starting a process takes longer than most tests.
  site: async ({ runningSite }, use) => {
    await runningSite.empty()
    await use(runningSite)
  },
  baseURL: ({ site }, use) => use(site.url),
  problems: [
    async ({ context }, use) => {
      const seen: string[] = []
      const expected = [NONE_LEFT]
      context.on('page', (page) => watch(page, seen))
      await context.addInitScript(reportEval)
      trackRequests(context)
      if (CALL_DELAY > 0) await delayCalls(context)
      await use({ expect: (...patterns) => expected.push(...patterns) })
      // Pending background calls may still be in a route handler, whose errors are ignored below.
      const problems = seen.filter((problem) => !expected.some((pattern) => pattern.test(problem)))
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
  visitor: async ({ playwright, baseURL }, use) => {
    const contexts: { dispose(): Promise<void> }[] = []
    await use(async () => {
      const http = await playwright.request.newContext({ baseURL })
      contexts.push(http)
      return openVisitor(http)
    })
    for (const context of contexts) await context.dispose()
  },
  operator: async ({ page, site }, use) => {
    // Disables animations for operator screens.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { headers, token } = await logIn(site)
    // Keeps this login out of the test's log.
    await site.query('TRUNCATE audit_log')
    await page.addInitScript((value) => {
      // Logs in on the first page only, because the test may log the operator out.
      if (sessionStorage.getItem('operator')) return
      sessionStorage.setItem('operator', 'known')
      localStorage.setItem('adminToken', value)
    }, token)
    await use({
      async open(path) {
        await page.goto(path)
      },
      headers,
    })
  },
})

export { expect } from '@playwright/test'

export const LOGO_ADDRESS = 'https://cdn.example.test/duel.svg'

const BRANDS = {
  '127.0.0.1': { siteName: 'Ember & Ice' },
  'duel.localhost': { siteName: 'Duel', useLogo: true, logoType: 'custom', logoUrl: LOGO_ADDRESS },
  'own.localhost': { siteName: 'Own', useLogo: true, logoType: 'hotvote' },
}

/** A site with three visitor hosts and a separate operator host, so ads may run in its page. */
export const hostsTest = test.extend<object, { runningSite: Site }>({
  runningSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads fixture names from this pattern.
    async ({}, use) => {
      const files = { 'brands.json': JSON.stringify(BRANDS) }
      const site = await startSite({ files, env: { BRANDS_FILE: 'brands.json', ADMIN_HOST: 'localhost' } })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

export const onHost = (url: string, host: string) => url.replace('127.0.0.1', host)
