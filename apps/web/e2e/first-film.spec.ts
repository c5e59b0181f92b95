import type { Locator, Page } from '@playwright/test'
import { cornersOf } from '../../api/test/pictures.ts'
import { holdScripts } from './first-photo.ts'
import { expect, test } from './fixtures.ts'
import { largestPaint } from './largest-paint.ts'
import { layoutShift } from './layout-shift.ts'
import { film, photo, soundFilm } from './made-media.ts'
import { expectVotes, keyOf, rateScreen } from './rate-screen.ts'
import { allDrawn } from './requests-under-way.ts'

/** A film that is given its address by a script gets it with the event `films`; that of the page's HTML has its own. */
const holdFilmsOfScripts = (page: Page) =>
  page.addInitScript(() => {
    const { set = () => undefined } = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'src') ?? {}
    const released = new Promise((done) => addEventListener('films', done))
    Object.defineProperty(HTMLMediaElement.prototype, 'src', {
      set(this: HTMLMediaElement, url: string) {
        void released.then(() => set.call(this, url))
      },
    })
  })

/** Colours in the middle of the stage. */
const coloursOn = async (page: Page, stage: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await stage.boundingBox()) ?? {}
  const clip = { x: x + width / 3, y: y + height / 3, width: width / 3, height: height / 3 }
  return (await cornersOf(await page.screenshot({ clip }))).flat()
}

test('a film shows its first picture before any script, and until it plays; the vote on it counts', {
  tag: '@phone',
}, async ({ page, visitor, site, isMobile }) => {
  const owner = await visitor()
  const { url } = await owner.upload(await film('waves.mp4'))
  const rate = rateScreen(page)
  const video = page.getByLabel('Video 1 of many')
  const seconds = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const scripts = await holdScripts(page)
  await holdFilmsOfScripts(page)
  await page.goto('/')
  // It may be voted on once it was seen.
  await expect(rate.hot).toBeEnabled()
  expect(await seconds()).toBe(0)
  const [box, painted] = [await video.boundingBox(), await coloursOn(page, rate.stage)]
  scripts.release()
  await expect(rate.skip).toBeEnabled()
  expect(await video.boundingBox()).toEqual(box)
  const kept = await coloursOn(page, rate.stage)
  expect(Math.max(...kept.map((part, i) => Math.abs(part - (painted[i] ?? 0))))).toBeLessThan(10)
  await page.evaluate(() => dispatchEvent(new Event('films')))
  await expect.poll(seconds).toBeGreaterThan(0)
  expect(await layoutShift(page)).toBeLessThan(0.01)
  if (isMobile) expect(await largestPaint(page), 'that of the film before the scripts').toBe('gone')
  await rate.hot.click()
  await expectVotes(site, [{ key: keyOf(url), isHot: true }])
})

for (const [kind, make, buttons] of [
  ['with', soundFilm, ['Pause video', 'Turn sound on']],
  ['without', film, ['Pause video']],
] as const)
  test(`a film ${kind} sound has these buttons before and after the scripts: ${buttons.join(', ')}`, async ({
    page,
    visitor,
  }) => {
    await (await visitor()).upload(await make('waves.mp4'))
    const rate = rateScreen(page)
    const button = rate.stage.getByRole('button', { name: /^(Pause video|Turn sound on)$/ })
    const scripts = await holdScripts(page)
    await page.goto('/')
    await expect(button).toHaveText([...buttons])
    scripts.release()
    await rate.settled()
    await expect(rate.skip).toBeEnabled()
    await expect(button).toHaveText([...buttons])
  })

test('a film that waits for its turn is not the largest paint of the page', async ({ page, visitor }) => {
  const owner = await visitor()
  const { id } = await owner.upload(await photo('small.jpg', { width: 16, height: 12 }))
  await owner.upload(await film('waves.mp4'))
  await page.goto(`/m/${id}`)
  const isLoaded = ({ readyState, HAVE_ENOUGH_DATA }: HTMLVideoElement) => readyState === HAVE_ENOUGH_DATA
  await expect.poll(() => page.locator('video').evaluate(isLoaded)).toBe(true)
  await allDrawn(page)
  expect(await largestPaint(page)).not.toMatch(/VIDEO|none/)
})

test('a film that has loaded or failed before its screen is rendered is shown or skipped', async ({
  page,
  visitor,
  problems,
}) => {
  problems.expect(/ERR_FAILED .*\/media\//)
  const owner = await visitor()
  const { url } = await owner.upload(await film('waves.mp4'))
  // The first screen is rendered in slices. From a film on each is as small as can be, and none begins before that has loaded or failed.
  await page.addInitScript(() => {
    const SLICE_MS = 5
    const films: HTMLVideoElement[] = []
    const { createElement } = document
    document.createElement = (...args: Parameters<typeof createElement>) => {
      const element = createElement.apply(document, args)
      if (element instanceof HTMLVideoElement) films.push(element)
      return element
    }
    const measured = performance.now.bind(performance)
    let extra = 0
    performance.now = () => {
      if (films.length > 0) extra += SLICE_MS
      return measured() + extra
    }
    const send: (message: unknown) => void = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function later(this: MessagePort, message: unknown) {
      const isLoading = films.some(
        (film) => film.hasAttribute('src') && !film.error && film.readyState < film.HAVE_CURRENT_DATA,
      )
      if (isLoading) setTimeout(() => later.call(this, message))
      else send.call(this, message)
    }
  })
  const rate = rateScreen(page)
  await page.goto('/')
  await rate.settled()
  await page.route(`**/${keyOf(url)}-*`, (route) => route.abort())
  await page.reload()
  await expect(rate.refresh.or(page.getByText('No Photos to Rate'))).toBeVisible()
})
