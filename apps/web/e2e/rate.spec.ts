import { expect, test } from './fixtures.ts'
import { expectKeyboardIn, expectVotes, keyOf, rateScreen, usernameOn } from './rate-screen.ts'
import { roundTrip } from './round-trip.ts'
import { swipe } from './swipe.ts'
import { tabTo } from './tab-to.ts'

test('by click to the end, with a skip, then new uploads', { tag: '@phone' }, async ({ page, site, visitor }) => {
  const uploaded = await (await visitor()).uploadPhotos(3)
  const rate = rateScreen(page)
  const skipped = await rate.open()
  await rate.skip.click()
  const votes: { key: string; isHot: boolean }[] = []
  const vote = async (position: number, isHot: boolean) => {
    votes.push({ key: await rate.shown(position), isHot })
    await (isHot ? rate.hot : rate.not).click()
  }
  await vote(2, true)
  await vote(3, false)
  // The skipped item comes last, and skipping stored no vote.
  expect(votes.map(({ key }) => key)).not.toContain(skipped)
  await expectVotes(site, votes)
  await vote(1, true)
  await expect(rate.allRated).toBeVisible()
  expect(votes.map(({ key }) => key).sort()).toEqual(uploaded.map(({ url }) => keyOf(url)).sort())
  await expectVotes(site, votes)

  // After a reload the page does not know that there ever was an item.
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No Photos to Rate' })).toBeVisible()
  const more = await (await visitor()).uploadPhotos(1)
  await rate.refresh.click()
  await expect(rate.stage.getByRole('img')).toHaveAttribute('src', new RegExp(keyOf(more[0]?.url ?? '')))
})

test('by keys: arrows, letters, space and S', async ({ page, site, visitor }) => {
  await (await visitor()).uploadPhotos(7)
  const rate = rateScreen(page)
  await page.goto('/')
  const votes: { key: string; isHot: boolean }[] = []
  let position = 0
  const press = async (key: string, isHot?: boolean) => {
    position += 1
    const shown = await rate.shown(position)
    if (isHot !== undefined) votes.push({ key: shown, isHot })
    await page.keyboard.press(key)
  }
  await press('ArrowLeft', false)
  await press('ArrowRight', true)
  await press('s')
  await press('n', false)
  await press('Space')
  await press('h', true)
  await rate.shown(position + 1)
  await expectVotes(site, votes)
})

test('after a click the keys do what their list says, and no button has a ring', async ({ page, site, visitor }) => {
  await (await visitor()).uploadPhotos(6)
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

  // Focus that came by Tab stays on the buttons, and moves to the one of the vote; a click leaves none.
  const fifth = await rate.shown(5)
  await tabTo(page, rate.hot)
  await page.keyboard.press('ArrowLeft')
  await expect(rate.not).toBeFocused()
  const sixth = await rate.shown(6)
  await rate.hot.click()
  await expect(page.getByRole('main').locator('button:focus')).toHaveCount(0)
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: fifth, isHot: false },
    { key: sixth, isHot: true },
  ])
})

test('by whatever input, a press within 300 ms of first sight is no vote', async ({ page, site, visitor }) => {
  await (await visitor()).uploadPhotos(3)
  const rate = rateScreen(page)
  await page.clock.install()
  const first = await rate.open()
  // Once the next photos have loaded beneath the first one, the clock may stand still.
  const loaded = () =>
    rate.stage
      .locator('img:not([src^="data:"])')
      .evaluateAll(
        (photos: HTMLImageElement[]) =>
          photos.filter(({ complete, naturalWidth }) => complete && naturalWidth > 0).length,
      )
  await expect.poll(loaded).toBe(3)
  await roundTrip(page)
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

test('the keys page and the viewer open and close by key', async ({ page, site, visitor }) => {
  await (await visitor()).uploadPhotos(2)
  const rate = rateScreen(page)
  await rate.open()
  await page.keyboard.press('Enter')
  await expect(rate.viewer).toBeVisible()
  await expectKeyboardIn(rate.viewer)
  await page.keyboard.press('Escape')
  await expect(rate.viewer).toBeHidden()

  await page.keyboard.press('?')
  const keys = page.getByRole('dialog')
  await expect(keys).toContainText(/Hot/)
  await expect(keys).toContainText(/Not/)
  await expect(keys).toContainText(/Skip/)
  await expectKeyboardIn(keys)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()

  // The arrow key pressed above, while the keys covered the stage, was no vote.
  const key = await rate.shown(1)
  await page.keyboard.press('ArrowLeft')
  await rate.shown(2)
  await expectVotes(site, [{ key, isHot: false }])
})

test('by swipe: left is Not, right is Hot, and what is no swipe is no vote', { tag: '@phone' }, async ({
  page,
  site,
  visitor,
  isMobile,
}) => {
  await (await visitor()).uploadPhotos(4)
  const rate = rateScreen(page)
  const first = await rate.open()
  await swipe(rate.stage, { x: 16, y: 0 })
  await swipe(rate.stage, { x: -16, y: 2 })
  await swipe(rate.stage, { x: 20, y: 120 })
  await swipe(rate.stage, { x: -20, y: -120 })
  // A swipe that starts at the left edge is the browser's gesture for going back (`visitor.md §9`).
  await swipe(rate.stage, { x: 200, y: 0 }, 49)
  expect(await rate.shown(1)).toBe(first)

  await swipe(rate.stage, { x: -160, y: 12 })
  const second = await rate.shown(2)
  // On a phone the stage begins at the left edge of the screen.
  await swipe(rate.stage, { x: 160, y: -12 }, isMobile ? 50 : undefined)
  const third = await rate.shown(3)

  // A swipe applies to the photo on which it began: when that was voted on meanwhile, it does nothing.
  const { x = 0, width = 0 } = (await rate.stage.boundingBox()) ?? {}
  await page.mouse.move(x + width / 2, 200)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 150, 200)
  await page.keyboard.press('ArrowLeft')
  await rate.shown(4)
  await page.mouse.up()
  await rate.shown(4)
  await expectVotes(site, [
    { key: first, isHot: false },
    { key: second, isHot: true },
    { key: third, isHot: false },
  ])
  await expect(rate.viewer).toBeHidden()
})

test('a reload keeps the visitor and what they rated', async ({ page, visitor }) => {
  const uploaded = await (await visitor()).uploadPhotos(4)
  const rate = rateScreen(page)
  await page.goto('/')
  const username = await usernameOn(page)
  const seen: string[] = []
  for (let done = 0; done < uploaded.length; done++) {
    // Reloads before every second item, so that it is number one of a new run.
    if (done % 2 === 0) await page.reload()
    seen.push(await rate.shown(1 + (done % 2)))
    const stored = page.waitForResponse('**/api/votes')
    await rate.not.click()
    await stored
  }
  await expect(rate.allRated).toBeVisible()
  expect(seen.sort()).toEqual(uploaded.map(({ url }) => keyOf(url)).sort())
  expect(await usernameOn(page)).toBe(username)
})

test('a site without photos asks for the first one', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'No Photos to Rate' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('You have seen all photos.')
  await page.getByRole('link', { name: 'Upload Your First Photo' }).click()
  await expect(page).toHaveURL('/upload')
  await expect(page.getByRole('heading', { name: 'Upload Media' })).toBeVisible()
})
