import { pressTabTo, tabTo } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { swipe, zoomPage } from '../support/gestures.ts'
import { expectKeyboardIn, expectVotes, rateScreen, usernameOn } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

test('rates every item by click and keeps the visitor after a reload', async ({ page, site }) => {
  const added = await addPhotos(site, 3)
  const rate = rateScreen(page)
  const skipped = await rate.open()
  const username = await usernameOn(page)
  await rate.skip.click()
  const votes: { key: string; isHot: boolean }[] = []
  const vote = async (position: number, isHot: boolean) => {
    votes.push({ key: await rate.shown(position), isHot })
    await (isHot ? rate.hot : rate.not).click()
  }
  await vote(2, true)
  await vote(3, false)
  expect(votes.map(({ key }) => key)).not.toContain(skipped)
  await expectVotes(site, votes)
  await page.reload()
  expect(await rate.shown(1)).toBe(skipped)
  await vote(1, true)
  await expect(rate.allRated).toBeVisible()
  expect(votes.map(({ key }) => key).sort()).toEqual(added.map(({ key }) => key).sort())
  await expectVotes(site, votes)

  await page.reload()
  const none = page.getByRole('heading', { name: 'No Photos to Rate' })
  await expect(none).toBeVisible()
  expect(await usernameOn(page)).toBe(username)
  await expect(rate.main).toContainText('You have seen all photos.')
  await page.getByRole('link', { name: 'Upload Your First Photo' }).click()
  await expect(page).toHaveURL('/upload')
  await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
  await page.goBack()
  await expect(none).toBeVisible()
  const [fresh] = await addPhotos(site, 1)
  await rate.refresh.click()
  expect(await rate.shown(1)).toBe(fresh?.key)
})

test('keeps the meaning of keys after a click', async ({ page, site }) => {
  await addPhotos(site, 9)
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.hot.click()
  await rate.shown(2)
  await page.keyboard.press('Space')
  await rate.shown(3)
  await rate.skip.click()
  await rate.shown(4)
  await page.keyboard.press('Enter')
  await expectKeyboardIn(rate.viewer)
  await page.keyboard.press('Escape')
  await expect(rate.viewer).toBeHidden()
  await rate.stage.click()
  await expectKeyboardIn(rate.viewer)
  await page.keyboard.press('Escape')
  await expect(rate.viewer).toBeHidden()
  await page.keyboard.press('Space')

  const fifth = await rate.shown(5)
  await pressTabTo(page, rate.hot)
  await page.keyboard.press('ArrowLeft')
  const sixth = await rate.shown(6)
  await rate.hot.click()
  await rate.shown(7)
  await page.keyboard.press('s')
  const eighth = await rate.shown(8)
  await page.keyboard.press('n')
  const ninth = await rate.shown(9)
  await page.keyboard.press('h')
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: fifth, isHot: false },
    { key: sixth, isHot: true },
    { key: eighth, isHot: false },
    { key: ninth, isHot: true },
  ])
})

test('ignores every press within 300 ms after an item appears', async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  await page.clock.install()
  const first = await rate.open()
  await rate.loaded(3)
  await page.clock.pauseAt(Date.now() + 60_000)
  await rate.hot.dblclick()
  const expectUnchanged = async () => {
    await rate.not.click()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('n')
    await swipe(rate.stage, { x: 300, y: 0 })
    await expect(rate.item(2)).toBeVisible()
  }
  await expectUnchanged()
  await page.clock.runFor(299)
  await expectUnchanged()
  await page.clock.runFor(1)
  const second = await rate.shown(2)
  await page.clock.resume()
  await page.keyboard.press('ArrowLeft')
  await rate.shown(3)
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: second, isHot: false },
  ])
})

test('votes Not by a swipe left and Hot by a swipe right, and by no other gesture', { tag: '@phone-only' }, async ({
  page,
  site,
}) => {
  await addPhotos(site, 4)
  const rate = rateScreen(page)
  const first = await rate.open()
  await swipe(rate.stage, { x: 16, y: 0 })
  await swipe(rate.stage, { x: -16, y: 2 })
  await swipe(rate.stage, { x: 20, y: 120 })
  await swipe(rate.stage, { x: -20, y: -120 })
  // A swipe from the left edge is the browser's back gesture (`visitor.md §9`).
  await swipe(rate.stage, { x: 200, y: 0 }, 50)
  expect(await rate.shown(1)).toBe(first)
  // On a zoomed page a swipe pans.
  await zoomPage(page, 2)
  await swipe(rate.stage, { x: -160, y: 0 })
  await expect.poll(() => page.evaluate(() => visualViewport?.pageLeft)).toBeGreaterThan(0)
  await zoomPage(page, 1)
  expect(await rate.shown(1)).toBe(first)

  await swipe(rate.stage, { x: -160, y: 12 })
  const second = await rate.shown(2)
  // On a phone the stage begins at the left edge of the screen.
  await swipe(rate.stage, { x: 160, y: -12 }, 51)
  await rate.shown(3)
  await expectVotes(site, [
    { key: first, isHot: false },
    { key: second, isHot: true },
  ])
  await expect(rate.viewer).toBeHidden()
})

test('rates by keyboard with visible focus and announces the result', async ({ page, site }) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  const first = await rate.open()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)

  await tabTo(page, rate.not)
  await page.keyboard.press('Enter')
  const second = await rate.shown(2)
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
  await tabTo(page, rate.hot)
  await page.keyboard.press('Space')
  await rate.shown(3)
  const spoken = page.getByRole('main').locator('[aria-live=polite]')
  await expect(spoken.filter({ hasText: /You voted Hot.*100% hot.*1 vote/ })).toHaveCount(1)
  await expect(spoken.filter({ hasText: 'Photo 3, uploaded by SunnyOtter42' })).toHaveCount(1)
  await expectVotes(site, [
    { key: first, isHot: false },
    { key: second, isHot: true },
  ])
})

test('hints at swiping once, and never under reduced motion', { tag: '@phone-only' }, async ({ page, site }) => {
  await addPhotos(site, 4)
  const rate = rateScreen(page)
  const hint = rate.stage.getByText('Swipe to vote')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await rate.open()
  await rate.skip.click()
  await rate.shown(2)
  await expect(hint).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.reload()
  await rate.shown(1)
  await expect(hint).toBeVisible()
  await swipe(rate.stage, { x: 180, y: 0 })
  await rate.shown(2)
  await expect(hint).toHaveCount(0)
  await page.reload()
  await rate.shown(1)
  await rate.skip.click()
  await rate.shown(2)
  await expect(hint).toHaveCount(0)
})
