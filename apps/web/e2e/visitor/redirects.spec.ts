import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { beHeard, listenersOf } from '../support/listeners.ts'
import { photo } from '../support/made-media.ts'
import { expectKeyboardIn, usernameOn } from '../support/rate-screen.ts'
import { roundTrip } from '../support/round-trip.ts'
import type { Site } from '../support/running-site.ts'
import { takedownScreen } from '../support/takedown-screen.ts'
import { holdUploads, uploadScreen } from '../support/upload-screen.ts'

const IDLE = 'https://idle.example/'
const BACK = 'https://back.example/'
const HOUR = 60 * 60_000

const setIdle = (site: Site, url = IDLE) =>
  site.saveSetting('idle-redirect', { idleRedirectTime: HOUR / 1000, idleRedirectUrl: url })
const setBack = (site: Site, url = BACK) => site.saveSetting('back-button', { backButtonUrl: url })

const counts = (site: Site) =>
  site.query<{ kind: string; count: number }>('SELECT kind, count::int FROM redirect_counts ORDER BY kind')

test.beforeEach(async ({ page }) => {
  for (const url of [IDLE, BACK])
    await page.route(`${url}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Elsewhere' }))
})

/** Only the redirects listen for these events, so a listener shows that one is armed. */
const SIGN = { idle: 'keypress', back: 'touchend' }

/** Runs `go` and waits until the redirects are armed. */
const arrive = async (page: Page, armed: keyof typeof SIGN, go: () => Promise<unknown>) => {
  await go()
  await usernameOn(page)
  await expect.poll(() => listenersOf(page)).toContain(SIGN[armed])
}
const open = (page: Page, armed: keyof typeof SIGN) => arrive(page, armed, () => page.goto('/upload'))
/** Ads may do this; browsers ask only after user interaction. */
const askBeforeLeaving = (page: Page) =>
  page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()))
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test.describe('the idle timer', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
  })

  test('restarts with each activity, waits for uploads, then redirects', async ({ page, context, site, problems }) => {
    problems.expect(/^50[03] .*\/upload/)
    await setIdle(site)
    await open(page, 'idle')
    // From here on only the test moves the clock.
    await page.clock.pauseAt(Date.now() + HOUR / 2)
    const expectToStay = async (path = '/upload') => {
      await roundTrip(page)
      await expect(page).toHaveURL(path)
      expect(await counts(site)).toEqual([])
    }
    const stayAnHour = (path?: string) => page.clock.runFor(HOUR).then(() => expectToStay(path))
    // `idle-timer.test.ts` covers every kind of activity.
    for (const [event, act] of [
      ['mousemove', () => page.mouse.move(200, 300)],
      ['click', () => page.mouse.click(3, 300)],
      ['keydown', () => page.keyboard.press('ArrowRight')],
    ] as const)
      await test.step(event, async () => {
        await beHeard(page, event, act)
        await page.clock.runFor(HOUR - 2000)
        await expectToStay()
      })
    const upload = uploadScreen(page)
    await upload.drop(await photo('large.jpg'))
    await expect(upload.row('large.jpg')).toContainText('Pending')
    await stayAnHour()
    await page.route('**/api/media/upload', (route) => route.fulfill({ status: 500 }), { times: 1 })
    await upload.uploadAll.click()
    await expect(upload.row('large.jpg')).toContainText('Error')
    await stayAnHour()
    const uploads = await holdUploads(page)
    await upload.retry('large.jpg').click()
    await expect.poll(uploads.sent).toBe(1)
    await stayAnHour()
    uploads.letGo()
    await expect(upload.row('large.jpg')).toContainText('Completed')
    await context.setOffline(true)
    await page.clock.runFor(HOUR)
    await context.setOffline(false)
    await expectToStay()
    const takedown = takedownScreen(page)
    await navigation(page).locator('[href="/dmca"]').click()
    await takedown.fill()
    await stayAnHour('/dmca')
    await takedown.submit.click()
    const afterMoment = async () => {
      await page.clock.runFor(100)
      return takedown.heading.textContent()
    }
    await expect.poll(afterMoment).toBe('DMCA Takedown Submitted')
    await page.clock.runFor(HOUR)
    await expect(page).toHaveURL(IDLE)
    await expect.poll(() => counts(site)).toEqual([{ kind: 'idle', count: 1 }])
  })

  test('leads away a visitor who once chose to stay', async ({ page, site }) => {
    await setIdle(site)
    await open(page, 'idle')
    await askBeforeLeaving(page)
    await page.mouse.click(3, 300)
    await page.clock.pauseAt(Date.now() + HOUR / 2)
    for (const choice of ['dismiss', 'accept'] as const) {
      await beHeard(page, 'mousemove', () => page.mouse.move(200, choice === 'accept' ? 300 : 200))
      const question = page.waitForEvent('dialog')
      await page.clock.runFor(HOUR)
      await (await question)[choice]()
    }
    await expect(page).toHaveURL(IDLE)
    await expect.poll(() => counts(site)).toEqual([{ kind: 'idle', count: 2 }])
  })

  test('is not on operator pages, and its settings are asked for once', async ({ page, site, operator, problems }) => {
    // No ad is set up, so these reads return 404.
    problems.expect(/^404 .*\/api\/admin\/ad-config\//)
    await setIdle(site)
    await setBack(site)
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/idle-redirect-config') && asked.push(request.url()))
    await operator.open('/adm/ads')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Advertisement Management')
    await page.clock.runFor(2 * HOUR)
    await roundTrip(page)
    await expect(page).toHaveURL('/adm/ads')
    expect(asked).toEqual([])
    await setIdle(site, '')
    await open(page, 'back')
    await page.clock.runFor(20 * 60_000)
    await navigation(page).locator('[href="/stats"]').click()
    await expect(page.getByRole('heading', { level: 1, name: 'My Stats' })).toBeVisible()
    await page.clock.runFor(1000)
    await roundTrip(page)
    expect(asked).toHaveLength(1)
    expect(await counts(site)).toEqual([])
  })
})

test('redirects on Back from any screen and counts it', async ({ page, site }) => {
  await setBack(site)
  const goBack = () => page.evaluate(() => history.back())
  await open(page, 'back')
  await page.getByRole('link', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/upload#main')
  await expect(page.getByRole('main')).toBeFocused()
  await roundTrip(page)
  expect(await counts(site)).toEqual([])
  await navigation(page).locator('[href="/stats"]').click()
  await expect(page).toHaveURL('/stats')
  await goBack()
  await expect(page).toHaveURL(BACK)
  await expect.poll(() => counts(site)).toEqual([{ kind: 'back', count: 1 }])

  await page.goto(`${IDLE}before`)
  await open(page, 'back')
  await arrive(page, 'back', () => page.reload())
  await askBeforeLeaving(page)
  const dialog = page.getByRole('dialog', { name: 'Save Your Account' })
  const save = async () => {
    await page.getByRole('button', { name: /^Account menu/ }).click()
    await page.getByRole('menuitem', { name: 'Save Account' }).click()
    await expect(dialog).toBeVisible()
  }
  await save()
  await expectKeyboardIn(dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await save()
  await expect(page).toHaveURL('/upload')
  for (const choice of ['dismiss', 'accept'] as const)
    await Promise.all([page.waitForEvent('dialog').then((question) => question[choice]()), goBack()])
  await expect(page).toHaveURL(BACK)
  await expect.poll(() => counts(site)).toEqual([{ kind: 'back', count: 3 }])
  await page.goBack()
  await expect(page).toHaveURL(`${IDLE}before`)
})

test('a redirect that is switched off, or has no address of the web, leads nowhere', async ({ page, site }) => {
  await page.clock.install()
  /** The other redirect is armed, so the settings have been read. */
  const expectToStay = async (armed: keyof typeof SIGN) => {
    await open(page, armed)
    if (armed === 'back') await page.clock.runFor(10 * HOUR)
    else {
      await navigation(page).locator('[href="/stats"]').click()
      await expect(page).toHaveURL('/stats')
      await page.goBack()
    }
    await roundTrip(page)
    await expect(page).toHaveURL('/upload')
    await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
    expect(await counts(site)).toEqual([])
  }
  // `web-address.test.ts` covers every kind of address.
  const none = 'javascript:document.body.remove()'
  await setIdle(site)
  await setBack(site, none)
  await expectToStay('idle')
  await setBack(site)
  await setIdle(site, none)
  await expectToStay('back')
  await setIdle(site, '')
  await expectToStay('back')
})

/** Touch events that move by `byX` pixels without triggering the browser's own back gesture. */
const swipe = (page: Page, fromX: number, byX: number) =>
  page.getByRole('main').evaluate(
    (target, [from, to]) => {
      const touch = (type: string, clientX = 0) => {
        const changedTouches = [new Touch({ identifier: 1, target, clientX, clientY: 400 })]
        const touches = type === 'touchend' ? [] : changedTouches
        return new TouchEvent(type, { bubbles: true, cancelable: true, touches, changedTouches })
      }
      // Creates all events first, so that creation takes no time of the gesture.
      const gesture = [touch('touchstart', from), touch('touchmove', to), touch('touchend', to)]
      for (const event of gesture) target.dispatchEvent(event)
    },
    [fromX, fromX + byX],
  )

test('a swipe back leads to the address and counts it', { tag: '@phone-only' }, async ({ page, site }) => {
  await setBack(site)
  await open(page, 'back')
  await swipe(page, 51, 200)
  await swipe(page, 50, 100)
  await roundTrip(page)
  await expect(page).toHaveURL('/upload')
  expect(await counts(site)).toEqual([])
  await swipe(page, 50, 101)
  await expect(page).toHaveURL(BACK)
  await expect.poll(() => counts(site)).toEqual([{ kind: 'swipe', count: 1 }])
})

test('a gesture that is heard as a swipe and as going back leads to the address and counts once', {
  tag: '@phone-only',
}, async ({ page, site }) => {
  await setBack(site)
  await open(page, 'back')
  const { promise: isUnderWay, resolve: setUnderWay } = Promise.withResolvers<void>()
  // The first redirect is still unanswered when the visitor leaves by Back.
  await page.route(BACK, () => setUnderWay(), { times: 1 })
  await page.route('**/icon.svg?under-way', async (route) => {
    await isUnderWay
    await route.fulfill({ status: 204 })
  })
  await page.evaluate(() =>
    addEventListener('touchend', () => void fetch('/icon.svg?under-way').then(() => history.back()), { once: true }),
  )
  await swipe(page, 50, 101)
  await expect(page).toHaveURL(BACK)
  await expect.poll(() => counts(site)).toEqual([{ kind: 'swipe', count: 1 }])
})

test('the settings are kept for five minutes', async ({ page, site }) => {
  await setBack(site)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/idle-redirect-config') && asked.push(request.url()))
  const start = Date.UTC(2026, 0, 5)
  await page.clock.setFixedTime(start)
  await open(page, 'back')
  /** Redirects are disarmed outside the visitor's screens, and armed again on return. */
  const comeBackAt = async (ms: number) => {
    await page.evaluate(() => history.pushState(null, '', '/adm'))
    await expect.poll(() => listenersOf(page)).not.toContain(SIGN.back)
    await page.clock.setFixedTime(start + ms)
    await page.evaluate(() => history.pushState(null, '', '/upload'))
    await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
    await expect.poll(() => listenersOf(page)).toContain(SIGN.back)
    await roundTrip(page)
  }
  await comeBackAt(5 * 60_000 - 1)
  expect(asked).toHaveLength(1)
  await comeBackAt(5 * 60_000)
  expect(asked).toHaveLength(2)
})
