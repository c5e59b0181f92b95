import type { Page } from '@playwright/test'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { expectVotes, rateScreen } from '../support/rate-screen.ts'
import { holdScripts, isPainted, layoutShift, paintedItem } from '../support/rendering.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { statsScreen, uploadAs } from '../support/stats-screen.ts'

const toastOf = (page: Page) => page.getByRole('region', { name: 'Notification' }).getByRole('listitem')

test('votes on a linked item, undoes the vote, votes again and continues', async ({ page, site }) => {
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
  await rate.not.click()
  await expect(page).toHaveTitle('Hot or Not? · HotVote')
  await expect(rate.main).toContainText('100% not')
  await expect(rate.item(1)).toBeVisible()
  await expect(rate.hot).toHaveCount(0)
  await page.keyboard.press('z')
  await expect(rate.hot).toBeVisible()
  await expectVotes(site, [])
  await rate.shown(1)
  await page.keyboard.press('ArrowRight')
  await expect(rate.main).toContainText('100% hot')
  await expectVotes(site, [{ key, isHot: true }])

  await page.reload()
  await expect(rate.main).toContainText('You voted Hot')
  await expect(rate.undo).toHaveCount(0)
  await page.getByRole('link', { name: 'Keep rating' }).click()
  await expect(page).toHaveURL('/')
  expect(await rate.shown(2)).not.toBe(key)
  await expectVotes(site, [{ key, isHot: true }])
})

test('shows that an item is gone, even if only a vote reveals it', async ({ page, site, problems }) => {
  problems.expect(/^404 .*\/(m|api\/items)\/\w+$/, /^404 .*\/api\/votes$/)
  const [item, other] = await addPhotos(site, 2)
  const rate = rateScreen(page)
  const gone = page.getByRole('heading', { name: 'This photo is no longer available' })
  for (const id of ['987654321', 'none']) {
    await page.goto(`/m/${id}`)
    await expect(gone).toBeVisible()
  }
  await page.getByRole('link', { name: 'Rate photos', exact: true }).click()
  await rate.shown(1)

  await page.goto(`/m/${item?.id}`)
  await rate.shown(1)
  // A view recorded after the item is hidden would be refused.
  await allAnswered(page)
  await site.query('UPDATE media SET position = NULL WHERE id = $1', [item?.id])
  await rate.hot.click()
  await expect(toastOf(page)).toContainText('This item is no longer available.')
  await expect(page).toHaveURL('/')
  expect(await rate.shown(2)).toBe(other?.key)
})

test("shares one's own item and shows its votes", async ({ page, context, site, visitor }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const [own] = await uploadAs(page, await photo('mine.jpg'))
  const rate = rateScreen(page)
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

  await expect(rate.main).toContainText('This is your photo')
  await expect(rate.stats).toContainText('0 votes')
  await expect(rate.hot).toHaveCount(0)
  await (await visitor()).vote(own?.id ?? 0, true)
  await page.reload()
  await expect(rate.stats).toContainText('100% hot')
})
