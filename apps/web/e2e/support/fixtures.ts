import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type OtherVisitor, openVisitor } from './other-visitor.ts'
import { trackRequests } from './requests-under-way.ts'
import { OPERATOR, type Site, startSite } from './running-site.ts'

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

/** Code that catches a refused `eval` hides it from the console, but not from this event. */
const tellEval = () =>
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
  // One process per worker, emptied for each test: starting one takes longer than most tests.
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
      await context.addInitScript(tellEval)
      trackRequests(context)
      if (CALL_DELAY > 0) await delayCalls(context)
      await use({ expect: (...patterns) => expected.push(...patterns) })
      // The page's background calls may still be in a handler of the test.
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
    // Operator screens are tested without animations.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { headers, token } = await logIn(site)
    // Keeps this login out of the test's log.
    await site.query('TRUNCATE audit_log')
    await page.addInitScript((value) => {
      // Only on the first page: later pages may find the operator logged out.
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
