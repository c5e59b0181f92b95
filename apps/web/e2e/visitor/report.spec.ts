import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectKeyboardIn, keyOf, rateScreen, viewerScreen } from '../support/rate-screen.ts'
import type { Site } from '../support/running-site.ts'
import { addPhotos } from '../support/seeded-collection.ts'

const reportsOf = async (site: Site) => {
  const rows = await site.query<{ original: string; reason: string }>(
    'SELECT original_key AS original, reason FROM reports JOIN media ON media.id = media_id ORDER BY reports.id',
  )
  return rows.map(({ original, reason }) => ({ key: keyOf(`/${original}`), reason }))
}

test('reports the item on the stage, which is not shown again', async ({ page, site }) => {
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.stage.getByRole('button', { name: 'Report' }).click()
  const list = page.getByRole('dialog', { name: 'Report this photo' })
  await expect(list).toContainText("We won't show it to you again.")
  await expect(list.getByRole('link', { name: 'This infringes my copyright' })).toHaveAttribute(
    'href',
    /^\/dmca\?url=http.+%2Fm%2F\d+$/,
  )
  const gravest = list
    .getByRole('listitem')
    .last()
    .getByRole('button', { name: 'Child nudity or other illegal content' })
  await gravest.click()
  const question = page.getByRole('dialog', { name: 'Report child nudity or other illegal content?' })
  await question.getByRole('button', { name: 'Choose another reason' }).click()
  await expect(list).toBeVisible()
  expect(await reportsOf(site)).toEqual([])
  await gravest.click()
  await question.getByRole('button', { name: 'Report it' }).click()
  await expect(page.getByText('Thank you for your report').first()).toBeVisible()
  await rate.shown(2)
  expect(await reportsOf(site)).toEqual([{ key: first, reason: 'illegal' }])
  await rate.hot.click()
  await expect(rate.allRated).toBeVisible()
  // The vote may still be pending.
  await allAnswered(page)
  await page.reload()
  await expect(page.getByText('No Photos to Rate')).toBeVisible()
})

test('reports by keyboard, even in the viewer', async ({ page, site }) => {
  await addPhotos(site, 3)
  const { rate, viewer, shown } = viewerScreen(page)
  const first = await rate.open()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Report this photo' })
  await expectKeyboardIn(dialog)
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Spam or advertising' })).toBeFocused()
  await page.keyboard.press('Enter')
  await rate.shown(2)
  await page.keyboard.press('Enter')
  const second = await shown(2)
  await viewer.getByRole('button', { name: 'Report' }).click()
  await dialog.getByRole('button', { name: 'Something else' }).click()
  await shown(3)
  await expect
    .poll(() => reportsOf(site))
    .toEqual([
      { key: first, reason: 'spam' },
      { key: second, reason: 'other' },
    ])
})

test('withdraws a report, and shows the item again after a failed report', async ({ page, site, problems }) => {
  problems.expect(/^500 .*\/report$/)
  await addPhotos(site, 1)
  const rate = rateScreen(page)
  await rate.open()
  const report = async () => {
    await rate.stage.getByRole('button', { name: 'Report' }).click()
    await page.getByRole('button', { name: 'Spam or advertising' }).click()
  }
  const undo = page.getByRole('region', { name: 'Notification' }).getByRole('button', { name: 'Undo' })
  await report()
  // Toasts stay while the pointer is over them.
  await undo.hover()
  await undo.click()
  await expect(page.getByText('Report withdrawn').first()).toBeVisible()
  expect(await reportsOf(site)).toEqual([])
  expect(await site.query('SELECT media_id FROM reported_media')).toEqual([])

  await page.reload()
  await rate.shown(1)
  await page.route('**/report', (route) => route.fulfill({ status: 500 }))
  await report()
  await expect(page.getByText('Report Failed').first()).toBeVisible()
  await expect(rate.allRated).toBeVisible()
  await rate.refresh.click()
  await rate.shown(1)
})
