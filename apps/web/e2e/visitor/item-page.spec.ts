import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { holdScripts, isPainted, paintedItem } from '../support/first-photo.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { film, photo } from '../support/made-media.ts'
import { storedSessionId } from '../support/nudge-screen.ts'
import { expectKeyboardIn, expectVotes, rateScreen } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { statsScreen, uploadAs } from '../support/stats-screen.ts'
import { swipe } from '../support/swipe.ts'
import { fingers } from '../support/touch.ts'

const toastOf = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByRole('listitem')

test('who comes by a link votes at once, sees how it went, and goes on with the next one', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  const [, item] = await addPhotos(site, 2)
  const rate = rateScreen(page)
  const scripts = await holdScripts(page)
  await page.goto(`/m/${item?.id}`, { waitUntil: 'commit' })
  await isPainted(page)
  const before = await paintedItem(page).boundingBox()
  scripts.release()
  const key = await rate.shown(1)
  expect(key).toBe(item?.key)
  expect(await rate.item(1).boundingBox()).toEqual(before)
  expect(await layoutShift(page)).toBeLessThan(0.01)
  await rate.hot.click()
  await expect(page).toHaveTitle('Hot or Not? · HotVote')
  await expect(page.getByRole('link', { name: /^Rate/ }).and(page.locator('[aria-current=page]'))).toBeVisible()

  await expect(rate.main).toContainText('100% hot')
  await expect(rate.item(1)).toBeVisible()
  await expect(rate.hot).toHaveCount(0)
  await expectVotes(site, [{ key, isHot: true }])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Keep rating' }).click()
  await expect(page).toHaveURL('/')
  expect(await rate.shown(2)).not.toBe(key)
  await allAnswered(page)
  expect(await site.query('SELECT media_id FROM views')).toHaveLength(2)
  await rate.undo.click()
  expect(await rate.shown(1)).toBe(key)
  await expectVotes(site, [])
})

test('by keys: vote, undo, vote again, look closer, go on; later the link shows what one voted', async ({
  page,
  site,
}) => {
  const [item] = await addPhotos(site, 2)
  const key = item?.key ?? ''
  const rate = rateScreen(page)
  await page.goto(`/m/${item?.id}`)
  await rate.shown(1)
  await rate.not.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(rate.main).toContainText('100% not')
  await page.keyboard.press('z')
  await expect(rate.hot).toBeVisible()
  await expectVotes(site, [])
  await rate.shown(1)
  await page.keyboard.press('ArrowRight')
  await expect(rate.main).toContainText('100% hot')
  await expectVotes(site, [{ key, isHot: true }])

  await page.reload()
  await expect(rate.main).toContainText('You voted Hot')
  await expect(rate.main).toContainText('100% hot')
  await expect(rate.hot).toHaveCount(0)
  await expect(rate.undo).toHaveCount(0)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(rate.viewer.getByRole('link', { name: 'Keep rating' })).toBeVisible()
  await expectKeyboardIn(rate.viewer)
  await page.keyboard.press('Escape')
  await expect(rate.viewer).toBeHidden()
  await page.keyboard.press('s')
  await expect(page).toHaveURL('/')
  expect(await rate.shown(2)).not.toBe(key)
  await expectVotes(site, [{ key, isHot: true }])
})

test('a swiped photo stays where it was, and a skip goes on', { tag: '@phone-only' }, async ({ page, site }) => {
  const [item, other, tapped] = await addPhotos(site, 3)
  const rate = rateScreen(page)
  await page.goto(`/m/${item?.id}`)
  await rate.shown(1)
  const before = await rate.item(1).boundingBox()
  await swipe(rate.stage, { x: 200, y: 0 })
  await expect(rate.main).toContainText('100% hot')
  await expect.poll(() => rate.item(1).boundingBox()).toEqual(before)
  // The second tap hits the element that replaced the button.
  await page.goto(`/m/${tapped?.id}`)
  await rate.shown(1)
  const { x = 0, y = 0, width = 0, height = 0 } = (await rate.hot.boundingBox()) ?? {}
  await (await fingers(page)).doubleTap({ x: x + width / 2, y: y + height / 2 })
  await expect(rate.main).toContainText('100% hot')
  await expect(page).toHaveURL(`/m/${tapped?.id}`)
  await page.goto(`/m/${other?.id}`)
  await rate.shown(1)
  await rate.skip.click()
  await expect(page).toHaveURL('/')
})

test('retries an own item by keyboard and shows its votes', async ({ page, visitor, problems }) => {
  problems.expect(/^50[03] .*\/api\/items\//)
  const [own] = await uploadAs(page, await photo('mine.jpg'))
  const rate = rateScreen(page)
  await page.route('**/api/items/*', (route) => route.fulfill({ status: 500 }))
  await page.goto(`/m/${own?.id}`)
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await again.press('Enter')
  await expect(again).toBeVisible()
  await page.unroute('**/api/items/*')
  await again.press('Enter')
  await expect(rate.main).toContainText('This is your photo')
  await expect(rate.stats).toContainText('0 votes')
  await (await visitor()).vote(own?.id ?? 0, true)
  await page.reload()
  await expect(rate.stats).toContainText('100% hot')
  await expect(rate.hot).toHaveCount(0)
  await rate.main.getByRole('link', { name: 'My Stats' }).click()
  await expect(page).toHaveURL('/stats')

  const clip = await (await visitor()).upload(await film('clip.mp4'))
  await page.goto(`/m/${clip.id}`)
  await expect(rate.stage.locator('video')).toBeVisible()
  await rate.settled()
  await rate.hot.click()
  await expect(rate.main).toContainText('100% hot')
})

test('what is gone says so and leads to others; a vote on what goes meanwhile is told', async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/^404 .*\/(m|api\/items)\/\w+$/, /^404 .*\/api\/votes$/)
  const [item, other] = await addPhotos(site, 2)
  const rate = rateScreen(page)
  const gone = page.getByRole('heading', { name: 'This photo is no longer available' })
  for (const id of ['987654321', 'none']) {
    await page.goto(`/m/${id}`)
    await expect(gone).toBeVisible()
  }
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Rate photos', exact: true }).click()
  await rate.shown(1)

  await page.goto(`/m/${item?.id}`)
  await rate.shown(1)
  // Recording its view would be refused, too.
  await allAnswered(page)
  await site.query('UPDATE media SET position = NULL WHERE id = $1', [item?.id])
  await rate.hot.click()
  await expect(toastOf(page)).toContainText('This item is no longer available.')
  await expect(page).toHaveURL('/')
  expect(await rate.shown(2)).toBe(other?.key)
})

test("shares an item by copied link or by the browser's dialog", async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [own] = await uploadAs(page, await photo('mine.jpg'))
  const address = `${site.url}/m/${own?.id}`
  const stats = statsScreen(page)
  await stats.open()
  await stats.main.getByRole('button', { name: 'Share mine.jpg' }).click()
  await expect(toastOf(page)).toContainText(`Link copied${address}`)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await page.addInitScript(() => {
    const share = async ({ url }: ShareData) => {
      document.body.append(Object.assign(document.createElement('i'), { className: 'asked', title: url }))
    }
    Object.defineProperty(navigator, 'share', { value: share })
  })
  const asked = page.locator('.asked')
  await stats.open()
  await stats.thumbnail('mine.jpg').click()
  await stats.details.getByRole('button', { name: 'Share image' }).click()
  await expect(asked).toHaveAttribute('title', address)
  await expect(toastOf(page)).toHaveCount(0)
  await page.goto(address)
  await page.getByRole('button', { name: 'Share this photo' }).dblclick()
  await expect(asked).toHaveCount(1)
})

test('shows a pending vote on a return to its item', async ({ page, site }) => {
  const [item, other] = await addPhotos(site, 2)
  const rate = rateScreen(page)
  await page.goto(`/m/${item?.id}`)
  await rate.shown(1)
  await expect(rate.stats).toContainText('Be the first to vote')
  const votes = await holdCalls(page, '**/api/votes')
  const asked = page.waitForResponse('**/api/media/random/**')
  await rate.hot.click()
  await expect(rate.main).toContainText('Counting your vote…')
  await expect(rate.stats).not.toContainText('Be the first to vote')
  await page.getByRole('link', { name: 'Keep rating' }).click()
  expect(await rate.shown(2)).toBe(other?.key)
  await asked
  await page.goBack()
  await expect(page).toHaveURL(`/m/${item?.id}`)
  await expect(rate.hot).toHaveCount(0)
  votes.release()
  await expect(rate.main).toContainText('You voted Hot')
  await expect(rate.stats).toContainText('100% hot')
  await expect(rate.hot).toHaveCount(0)
  await expectVotes(site, [{ key: item?.key ?? '', isHot: true }])
  await rate.undo.click()
  await rate.shown(1)
  await expect(rate.stats).toContainText('Be the first to vote')
  await expectVotes(site, [])
  await rate.hot.click()
  await expectVotes(site, [{ key: item?.key ?? '', isHot: true }])
  await page.getByRole('link', { name: 'Keep rating' }).click()
  expect(await rate.shown(2)).toBe(other?.key)
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  const both = [item, other].map((voted) => ({ key: voted?.key ?? '', isHot: true }))
  await expectVotes(site, both)
  await page.goBack()
  await expect(page).toHaveURL(`/m/${item?.id}`)
  await expect(rate.main).toContainText('You voted Hot')
  await expect(rate.undo).toBeHidden()
  await page.keyboard.press('z')
  await page.goForward()
  await expectVotes(site, both)
  await rate.undo.click()
  expect(await rate.shown(2)).toBe(other?.key)
  await expectVotes(site, both.slice(0, 1))
})

/** Another visitor takes over both tabs. @returns the former session and cookies */
const takePlace = async (page: Page, otherTab: Page) => {
  await otherTab.goto('/profile')
  for (const tab of [page, otherTab]) await allAnswered(tab)
  const session = await otherTab.evaluate(() => localStorage.getItem('hotvote-session') ?? '')
  const cookies = await page.context().cookies()
  await page.context().clearCookies()
  await otherTab.evaluate(() => {
    const sessionId = crypto.randomUUID().replaceAll('-', '')
    localStorage.setItem('hotvote-session', JSON.stringify({ sessionId, username: '' }))
  })
  await otherTab.reload()
  return { session, cookies }
}

test('keeps the item when another visitor logs in', async ({ page, context, site }) => {
  const [item] = await addPhotos(site, 2)
  const rate = rateScreen(page)
  await page.goto(`/m/${item?.id}`)
  const key = await rate.shown(1)
  await rate.hot.click()
  await expectVotes(site, [{ key, isHot: true }])
  const before = await storedSessionId(page)
  const otherTab = await context.newPage()
  const former = await takePlace(page, otherTab)
  await expect.poll(() => storedSessionId(page)).not.toBe(before)
  await expect(rate.hot).toBeVisible()
  await expect(page).toHaveURL(`/m/${item?.id}`)
  await rate.settled()
  await expect.poll(() => site.query('SELECT FROM views WHERE media_id = $1', [item?.id])).toHaveLength(2)
  await rate.not.click()
  await expect(rate.main).toContainText('50% hot')
  await expect(page).toHaveURL(`/m/${item?.id}`)
  for (const tab of [page, otherTab]) await allAnswered(tab)
  await context.addCookies(former.cookies)
  await otherTab.evaluate((session) => localStorage.setItem('hotvote-session', session), former.session)
  await expect(rate.main).toContainText('You voted Hot')
  await expect(rate.hot).toHaveCount(0)
})
