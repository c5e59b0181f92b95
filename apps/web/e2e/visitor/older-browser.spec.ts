import type { Page } from '@playwright/test'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { seedPhotos } from '../support/seeded-collection.ts'
import { statsScreen, uploadAs } from '../support/stats-screen.ts'

/** Removes APIs newer than Safari 16.4, the oldest supported version. */
const removeNewApis = (page: Page) =>
  page.addInitScript(() => {
    const later: [owner: object, names: string[]][] = [
      [URL, ['canParse', 'parse']],
      [URLSearchParams.prototype, ['size']],
      [Promise, ['withResolvers', 'try']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Array, ['fromAsync']],
      [AbortSignal, ['any']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [Set.prototype, ['union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom']],
      [
        Object.getPrototypeOf(Object.getPrototypeOf([].values())),
        ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce', 'toArray', 'forEach', 'some', 'every', 'find'],
      ],
      [window, ['requestIdleCallback', 'cancelIdleCallback', 'scheduler']],
    ]
    for (const [owner, names] of later) for (const name of names) Reflect.deleteProperty(owner, name)
  })

test('rates, skips, deletes and searches in a browser of 2023', async ({ page, operator, site }) => {
  await removeNewApis(page)
  await uploadAs(page, await photo('own.jpg'))
  await seedPhotos(page, site, 3)
  const rate = rateScreen(page)
  await rate.open()
  await rate.hot.click()
  await rate.shown(2)
  await allAnswered(page)

  const stats = statsScreen(page)
  await stats.open()
  await stats.remove('own.jpg').click()
  await stats.question.getByRole('button', { name: 'Delete image' }).click()
  await expect(stats.cards).toHaveCount(0)

  const saved = await page.request.post('/api/admin/ad-config/skip-button', {
    headers: operator.headers,
    data: { zoneName: 'Skip Button', buttonText: 'More', buttonUrl: `${site.url}/dmca?more`, isActive: true },
  })
  expect(saved.ok()).toBe(true)
  await page.goto('/')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page).toHaveURL(/\/dmca\?more$/)

  await operator.open('/adm/media')
  await page.getByRole('searchbox', { name: 'Search' }).fill('item-0002')
  await expect(page.getByRole('list', { name: 'Media' }).getByRole('listitem')).toHaveCount(1)
})
