import type { Locator } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { expectKeyboardIn, keyOf, rateScreen } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { roundTrip } from '../support/round-trip.ts'
import type { Site } from '../support/running-site.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { viewerScreen } from '../support/viewer-screen.ts'

const reportsOf = async (site: Site) => {
  const rows = await site.query<{ original: string; reason: string }>(
    'SELECT original_key AS original, reason FROM reports JOIN media ON media.id = media_id ORDER BY reports.id',
  )
  return rows.map(({ original, reason }) => ({ key: keyOf(`/${original}`), reason }))
}

const isOnTop = (button: Locator) =>
  button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

test('one tap on a reason reports what is on the stage, which is not shown again', { tag: '@phone' }, async ({
  page,
  site,
}) => {
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  await rate.open()
  await rate.hot.click()
  const first = await rate.shown(2)
  await rate.stage.getByRole('button', { name: 'Report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report this photo' })
  await expect(dialog).toContainText("We won't show it to you again.")
  await expect(dialog.getByRole('link', { name: 'This infringes my copyright' })).toHaveAttribute('href', '/dmca')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: "Someone else's photo" }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Thank you for your report').first()).toBeVisible()
  for (const button of [rate.undo, rate.not, rate.hot]) expect(await isOnTop(button)).toBe(true)
  expect(await reportsOf(site)).toEqual([{ key: first, reason: 'not_theirs' }])
  const second = await rate.shown(3)
  expect(second).not.toBe(first)
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  // The vote may still be pending.
  await allAnswered(page)
  await page.reload()
  await expect(page.getByText('No Photos to Rate')).toBeVisible()
  await expect(page.getByText(/^Today you rated 2 items, 100% of them Hot/)).toBeVisible()
})

test('by keys alone, and in the viewer', async ({ page, site }) => {
  await addPhotos(site, 3)
  const { rate, viewer, shown } = viewerScreen(page)
  const first = await rate.open()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Report this photo' })
  await expectKeyboardIn(dialog)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('r')
  await expectKeyboardIn(dialog)
  const spam = dialog.getByRole('button', { name: 'Spam or advertising' })
  await page.keyboard.press('Tab')
  await expect(spam).toBeFocused()
  const calls = await holdCalls(page, '**/report')
  await page.keyboard.press('Enter')
  await rate.shown(2)
  await page.keyboard.press('Enter')
  const second = await shown(2)
  await viewer.getByRole('button', { name: 'Report' }).click()
  await dialog.getByRole('button', { name: 'Something else' }).click()
  // The second call waits for the first answer, whose cookie it needs.
  await roundTrip(page)
  expect(calls.held).toHaveLength(1)
  calls.release()
  // Toasts stay while the pointer is over them.
  const thanks = page.getByRole('region', { name: 'Notification' }).getByText('Thank you for your report')
  await thanks.hover()
  await shown(3)
  await expect
    .poll(() => reportsOf(site))
    .toEqual([
      { key: first, reason: 'spam' },
      { key: second, reason: 'other' },
    ])
  await expect(thanks).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
})

test('a report that fails is told, and the item may come up again', async ({ page, site, problems }) => {
  problems.expect(/^500 .*\/report$/)
  await addPhotos(site, 1)
  const rate = rateScreen(page)
  await rate.open()
  await page.route('**/report', (route) => route.fulfill({ status: 500 }))
  await rate.stage.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('button', { name: 'Harassment or hate' }).click()
  await expect(page.getByText('Report Failed').first()).toBeVisible()
  await expect(rate.allRated).toBeVisible()
  await rate.refresh.click()
  await rate.shown(1)
})

test('asks before the gravest reason, which is the last', { tag: '@phone' }, async ({ page, site }) => {
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await rate.open()
  await rate.stage.getByRole('button', { name: 'Report' }).click()
  const list = page.getByRole('dialog', { name: 'Report this photo' })
  const gravest = 'Child nudity or other illegal content'
  await expect(list.getByRole('listitem').last()).toHaveText(gravest)
  await list.getByRole('button', { name: gravest }).click()
  const question = page.getByRole('dialog', { name: 'Report child nudity or other illegal content?' })
  const back = question.getByRole('button', { name: 'Choose another reason' })
  await expect(back).toBeFocused()
  await expectAccessible(page)
  await back.click()
  await expect(list).toBeVisible()
  expect(await reportsOf(site)).toEqual([])
  await list.getByRole('button', { name: gravest }).click()
  await question.getByRole('button', { name: 'Report it' }).click()
  await expect(page.getByText('Thank you for your report').first()).toBeVisible()
  expect((await reportsOf(site)).map(({ reason }) => reason)).toEqual(['illegal'])
})

test('a report is taken back from its notification, unless it was decided on', async ({ page, site, problems }) => {
  problems.expect(/^409 .*\/report\?/)
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await rate.open()
  const undo = page.getByRole('region', { name: 'Notification' }).getByRole('button', { name: 'Undo' })
  const report = async () => {
    await rate.stage.getByRole('button', { name: 'Report' }).click()
    await page.getByRole('button', { name: 'Spam or advertising' }).click()
    // Toasts stay while the pointer is over them.
    await undo.hover()
  }
  await report()
  await undo.click()
  await expect(page.getByText('Report withdrawn').first()).toBeVisible()
  expect(await reportsOf(site)).toEqual([])
  expect(await site.query('SELECT media_id FROM reported_media')).toEqual([])

  await report()
  await site.query('UPDATE reports SET settled_at = now()')
  await undo.click()
  await expect(page.getByText('This report was already reviewed').first()).toBeVisible()
})
