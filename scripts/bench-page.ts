/**
 * `pnpm bench --page`, after `pnpm build`: times the first photo, the first vote and frames on a slow phone.
 * Network and CPU are throttled like in Lighthouse (docs/decisions/011).
 */
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumLaunch } from './find-chromium.ts'
import { startOwnSite } from './own-site.ts'

const PORT = 3998
const url = `http://127.0.0.1:${PORT}`
const ROUNDS = 5
/** Round trip in milliseconds, bytes per second, and CPU slowdown. */
const SLOW = { latency: 150, throughput: (1.6 * 1024 * 1024) / 8, cpu: 4 }

const slowDown = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { latency, throughput, cpu } = SLOW
  const network = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}

type Paints = { first: number; largest: number; shift: number }

const PAINTS = `(() => {
  const read = (type) => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type, buffered: true })
    const entries = observer.takeRecords()
    observer.disconnect()
    return entries
  }
  return {
    first: read('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? NaN,
    largest: read('largest-contentful-paint').at(-1)?.startTime ?? NaN,
    shift: read('layout-shift').reduce((sum, { value }) => sum + value, 0),
  }
})()`

/** Milliseconds until the first photo accepts votes, and until the next item follows; runs in the page. */
const FIRST_VOTE = `(async () => {
  const until = async (isThere) => {
    while (!isThere()) await new Promise((done) => requestAnimationFrame(done))
    return performance.now()
  }
  const settled = ':has(.stage[aria-busy=false]) button[name=hot]:not([aria-disabled=true])'
  const spoken = () => [...document.querySelectorAll('[aria-live=polite]')].map((one) => one.textContent).join()
  const counts = await until(() => document.querySelector(settled))
  document.querySelector(settled).click()
  return { counts, second: await until(() => spoken().includes(' 2 of many')) }
})()`

/** Milliseconds from a click on Hot to the next painted photo; runs in the page. */
const VOTE = `(async () => {
  const frame = () => new Promise((done) => requestAnimationFrame(done))
  const shown = () => document.querySelector('.stage .layer:not([inert]) [alt^="Photo"], .stage video')?.outerHTML
  const before = shown()
  const start = performance.now()
  document.querySelector('button[name=hot]')?.click()
  while (shown() === before) await frame()
  await frame()
  return performance.now() - start
})()`

/** Milliseconds between frames in the second after a vote; runs in the page. */
const FRAMES = `(async () => {
  const frames = []
  const end = performance.now() + 1000
  document.querySelector('button[name=hot]')?.click()
  while (!(frames.at(-1) >= end)) frames.push(await new Promise((done) => requestAnimationFrame(done)))
  return frames.slice(1).map((at, place) => at - frames[place])
})()`

const VOTES = 5

const arrive = async (browser: Browser) => {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url, { waitUntil: 'commit' })
  return page
}

const firstVote = async (browser: Browser) => {
  const page = await arrive(browser)
  const times = await page.evaluate<{ counts: number; second: number }>(FIRST_VOTE)
  await page.context().close()
  return times
}

const visit = async (browser: Browser) => {
  const page = await arrive(browser)
  await page.waitForSelector('.stage[aria-busy=false]')
  await page.waitForLoadState('networkidle')
  const paints = await page.evaluate<Paints>(PAINTS)
  const eachVote = async <T>(script: string) => {
    const results: T[] = []
    while (results.length < VOTES) {
      await page.waitForSelector('.stage[aria-busy=false]')
      await page.waitForLoadState('networkidle')
      results.push(await page.evaluate<T>(script))
    }
    return results
  }
  const vote = median(await eachVote<number>(VOTE))
  const gaps = await eachVote<number[]>(FRAMES)
  await page.context().close()
  const frames = median(gaps.map((each) => (1000 * each.length) / each.reduce((sum, gap) => sum + gap, 0)))
  return { ...paints, ...(await firstVote(browser)), vote, frames, gap: median(gaps.map((each) => Math.max(...each))) }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const stop = await startOwnSite(PORT)
const browser = await chromium.launch(chromiumLaunch())
try {
  const visits: Awaited<ReturnType<typeof visit>>[] = []
  for (let round = 0; round < ROUNDS; round++) visits.push(await visit(browser))
  const of = (name: keyof (typeof visits)[number]) => median(visits.map((seen) => seen[name]))
  console.log(`first paint     ${of('first').toFixed(0)} ms`)
  console.log(`largest paint   ${of('largest').toFixed(0)} ms (<= 1500)`)
  console.log(`a press counts  ${of('counts').toFixed(0)} ms`)
  console.log(`the next item   ${of('second').toFixed(0)} ms, pressed then`)
  console.log(`layout shift    ${of('shift').toFixed(4)}`)
  console.log(`vote to paint   ${of('vote').toFixed(0)} ms (<= 50 at full speed)`)
  console.log(
    `frames          ${of('frames').toFixed(0)} a second after a vote (60), at most ${of('gap').toFixed(0)} ms apart`,
  )
} finally {
  await browser.close()
  await stop()
}
