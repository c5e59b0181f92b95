import { holdScripts, paintedItem } from '../support/first-photo.ts'
import { expect, test } from '../support/fixtures.ts'
import { largestPaint } from '../support/largest-paint.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { film, photo, soundFilm } from '../support/made-media.ts'
import { expectVotes, keyOf, rateScreen } from '../support/rate-screen.ts'
import { allDrawn } from '../support/requests-under-way.ts'
import { roundTrip } from '../support/round-trip.ts'

test("shows a film's first frame before any script runs", {
  tag: '@phone',
}, async ({ page, visitor, site, isMobile }) => {
  const owner = await visitor()
  const { url } = await owner.upload(await film('waves.mp4'))
  const rate = rateScreen(page)
  const video = page.getByLabel('Video 1, uploaded')
  const scripts = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const readiness = () => paintedItem(page).evaluate((element: HTMLVideoElement) => element.readyState)
  await expect.poll(readiness).toBeGreaterThan(1)
  await roundTrip(page)
  scripts.release()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
  expect(await layoutShift(page)).toBeLessThan(0.01)
  if (isMobile) expect(await largestPaint(page), 'that of the film before the scripts').toBe('gone')
  await rate.settled()
  await rate.hot.click()
  await expectVotes(site, [{ key: keyOf(url), isHot: true }])
})

for (const [kind, make, buttons] of [
  ['with', soundFilm, ['Pause video', 'Turn sound on']],
  ['without', film, ['Pause video']],
] as const)
  test(`a film ${kind} sound has these buttons: ${buttons.join(', ')}`, async ({ page, visitor }) => {
    await (await visitor()).upload(await make('waves.mp4'))
    const rate = rateScreen(page)
    await page.goto('/')
    await rate.settled()
    await expect(rate.stage.getByRole('button', { name: /^(Pause video|Turn sound on)$/ })).toHaveText([...buttons])
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
  // Slows React's first render: with a film in the page, slices are minimal and wait for its load.
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
