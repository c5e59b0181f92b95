import { allAnswered, holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { film, photo } from '../support/made-media.ts'
import { expectKeyboardIn } from '../support/rate-screen.ts'
import { layoutShift, ownFontReady } from '../support/rendering.ts'
import { arrive, seedOwn, showOwn, statsScreen, uploadAs } from '../support/stats-screen.ts'
import { expectToast } from '../support/toast.ts'

test('shows totals and a card for each upload, newest first', async ({ page, site, visitor }) => {
  const stats = statsScreen(page)
  const [older] = await uploadAs(page, await photo('beach.jpg'), await film('waves.mp4'))
  const others = [await visitor(), await visitor(), await visitor()]
  for (const [n, other] of others.entries()) await other.vote(older?.id ?? 0, n > 0)
  await site.query('UPDATE media SET views = 1234, size_bytes = 1363149 WHERE id = $1', [older?.id])
  await site.query(`UPDATE media SET created_at = '2026-03-07 12:00Z' WHERE id = $1`, [older?.id])
  const calls = await holdCalls(page, '**/api/users/*/stats*')
  await page.goto('/stats')
  await expect(stats.main.getByRole('status')).toBeVisible()
  await ownFontReady(page)
  const heightOf = () => stats.total('Total Uploads').evaluate((element) => element.getBoundingClientRect().bottom)
  const before = await heightOf()
  calls.release()
  await expect(stats.cards).toHaveCount(2)
  expect(await heightOf()).toBe(before)
  expect(await layoutShift(page)).toBeLessThan(0.02)

  await stats.expectTotals('2', '3', '1,234')
  await expect(stats.cards.nth(0)).toContainText('Details of waves.mp4')
  await expect(stats.cards.nth(0)).toContainText('Video')
  await expect(stats.cards.nth(0).locator('video')).toHaveJSProperty('readyState', 4)
  const card = stats.cards.nth(1)
  for (const text of ['Image', /1,234\s*Views|Views\s*1,234/, /Votes\s*3|3\s*Votes/, /Hot %\s*67%|67%\s*Hot %/])
    await expect(card).toContainText(text)
  await expect(card).toContainText('1.3 MB')
  await expect(card).toContainText('Uploaded 07/Mar/2026')
  const picture = card.locator('img').last()
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
})

test('loads ten thousand items page by page while scrolling', async ({ page, site }) => {
  await showOwn(page)
  const stats = statsScreen(page)
  await arrive(page)
  await seedOwn(site, 10_000)
  await site.query(`UPDATE media SET views = 1234567, hot_votes = 987654 WHERE original_name = '10000.jpg'`)
  await stats.open()
  await stats.expectTotals('10,000', '987,654', '1,234,567')
  await expect.poll(() => stats.cards.count()).toBeLessThan(200)
  // Not by role, which is too slow on a busy machine: Playwright checks each element.
  const cards = page.locator('[data-delete]')
  for (let before = await cards.count(); before <= 300; before = await cards.count()) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect.poll(() => cards.count()).toBeGreaterThan(before)
  }
  const names = await cards.evaluateAll((all) => all.map((one) => one.ariaLabel))
  expect(names).toEqual(Array.from(names, (_, n) => `Delete ${10_000 - n}.jpg`))
  const pictures = page.locator('main li img')
  await expect.poll(() => pictures.count()).toBeGreaterThan(0)
  await expect.poll(() => pictures.count()).toBeLessThan(100)
})

test("shows an item's details with a plot of its unmultiplied votes", async ({ page, site, visitor }) => {
  const stats = statsScreen(page)
  const [item] = await uploadAs(page, await photo('beach.jpg'))
  for (const isHot of [true, true, false]) await (await visitor()).vote(item?.id ?? 0, isHot)
  await site.saveSetting('vote-multiplier', { isEnabled: true, multiplier: 12.6 })
  await stats.open()
  await stats.expectTotals('1', '38', '0')
  const expectQuestion = async (lost: string) => {
    await expect(stats.question).toContainText(lost)
    await stats.question.getByRole('button', { name: 'Cancel' }).click()
  }
  await stats.remove('beach.jpg').click()
  await expectQuestion('its 38 votes and 0 views')
  await stats.thumbnail('beach.jpg').click()
  await expect(stats.details.getByRole('heading', { name: 'beach.jpg' })).toBeVisible()
  await expect(stats.details.getByRole('img', { name: 'beach.jpg' })).toBeVisible()
  await expect(stats.details).toContainText('67%')
  await expect(stats.details).toContainText('Votes3Not')
  await expect(stats.details.getByRole('img', { name: /^2 hot votes and 1 not vote in 30 days/ })).toBeVisible()
  await stats.details.getByRole('button', { name: 'Delete image' }).click()
  await expectQuestion('its 3 votes and 0 views')
  await expectKeyboardIn(stats.details)
  await page.keyboard.press('Escape')
  await expect(stats.details).toHaveCount(0)
  await expect(stats.thumbnail('beach.jpg')).toBeFocused()

  await site.saveSetting('vote-multiplier', { isEnabled: true, multiplier: 12.4 })
  await stats.open()
  await stats.expectTotals('1', '37', '0')
  await expect(stats.cards).toContainText('Votes37Hot')

  await site.query('UPDATE media SET position = NULL WHERE id = $1', [item?.id])
  await stats.open()
  await expect(stats.cards).toHaveText([/Under review/])
  await stats.thumbnail('beach.jpg').click()
  await expect(stats.details).toContainText('Under review. Visitors reported this')
})

test('deletes an item on confirmation, and keeps it when that fails', async ({ page, site, visitor, problems }) => {
  problems.expect(/^503 .*\/api\/media\//)
  const stats = statsScreen(page)
  await uploadAs(page, await photo('a.jpg'), await photo('b.jpg', undefined, 90), await photo('c.jpg', undefined, 200))
  await stats.open()
  await stats.remove('b.jpg').click()
  await expect(stats.question).toContainText('cannot be undone')
  await expect(stats.question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(stats.question).toHaveCount(0)
  await expect(stats.remove('b.jpg')).toBeFocused()
  await expect(stats.cards).toHaveCount(3)

  const CALL = '**/api/media/*?*'
  await page.route(CALL, (route) => route.fulfill({ status: 503, json: { message: 'Busy right now.' } }))
  await page.keyboard.press('Enter')
  await stats.question.getByRole('button', { name: 'Delete image' }).click()
  await expectToast(stats.toast, 'Delete Failed', 'Busy right now.')
  await expect(stats.cards).toHaveCount(3)
  await page.unroute(CALL)
  await stats.remove('b.jpg').click()
  await stats.question.getByRole('button', { name: 'Delete image' }).click()
  await expectToast(stats.toast, 'Media Deleted', 'Your media has been successfully deleted.')
  await expect(stats.cards).toHaveCount(2)
  await stats.expectTotals('2', '0', '0')

  await stats.thumbnail('c.jpg').click()
  // A pending call for the item's votes would be refused.
  await allAnswered(page)
  await stats.details.getByRole('button', { name: 'Delete image' }).click()
  await stats.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(stats.details).toHaveCount(0)
  await expect(stats.cards).toHaveCount(1)
  const other = await visitor()
  expect((await other.next())?.id).toBeDefined()
  expect(await site.query(`SELECT original_name FROM media WHERE status NOT IN ('trashed', 'deleted')`)).toEqual([
    { original_name: 'a.jpg' },
  ])
})
