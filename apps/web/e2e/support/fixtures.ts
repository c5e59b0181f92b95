import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type OtherVisitor, openVisitor } from './other-visitor.ts'
import { trackRequests } from './requests-under-way.ts'
import { OPERATOR, type Site, startSite } from './running-site.ts'

/** Browsers report each answer from 400 on to the console; "nothing left to rate" is a 404. */
const NONE_LEFT = /404 .*\/api\/media\/random\//

type Problems = {
  /** Errors on the console that this test provokes; each is `status address` or the message. */
  expect(...patterns: RegExp[]): void
}
type Fixtures = {
  site: Site
  /** Fails the test on uncaught errors of the page, on unexpected errors on its console, and when code is made of a text. */
  problems: Problems
  visitor: () => Promise<OtherVisitor>
  /** Logs the operator in without the screen, and opens one of theirs; `headers` are for calls of the test itself. */
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

/** Whoever catches the refusal of `eval` hides it from the console; the browser reports it all the same. */
const tellEval = () =>
  document.addEventListener('securitypolicyviolation', ({ blockedURI, sourceFile }) => {
    // biome-ignore lint/suspicious/noConsole: the console is what is watched.
    if (blockedURI === 'eval') console.error(`eval in ${sourceFile}`)
  })

/** Milliseconds that each call of a page waits at most before it is sent: shows what a test, or the page, leaves to chance. */
const CALL_DELAY = Number(process.env.CALL_DELAY ?? 0)

const delayCalls = (context: BrowserContext) =>
  context.route('**/api/**', async (route) => {
    await pause(Math.random() * CALL_DELAY)
    // The page may be gone by then.
    await route.fallback().catch(() => undefined)
  })

/** Name and password for calls of the test, and what a browser keeps in their place. */
const logIn = async ({ url }: Site) => {
  const credential = Buffer.from(`${OPERATOR.username}:${OPERATOR.password}`).toString('base64')
  const headers = { Authorization: `Basic ${credential}` }
  const answer = await fetch(`${url}/api/admin/login`, { method: 'POST', headers })
  const { token }: { token: string } = await answer.json()
  return { headers, token }
}

export const test = base.extend<Fixtures, { runningSite: Site }>({
  runningSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  // One process a worker: starting one takes longer than most tests. Each test finds it empty.
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
      // What a page asks for by itself at the end may be in a handler of the test, or not be stood in for any more.
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
    // The operator's screens are tested without animations.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { headers, token } = await logIn(site)
    // The log of a test begins without this login.
    await site.query('TRUNCATE audit_log')
    await page.addInitScript((value) => {
      // Only on the first page: a later page of the same test may find the operator logged out.
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
