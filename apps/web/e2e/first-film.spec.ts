import { expect, test } from './fixtures.ts'
import { film } from './made-media.ts'
import { keyOf, rateScreen } from './rate-screen.ts'

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
