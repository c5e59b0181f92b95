import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { seedPhotos } from '../support/seeded-collection.ts'
import { statsScreen, uploadAs } from '../support/stats-screen.ts'

/** Removes APIs newer than Safari 16.4, the oldest supported version. */
const forgetWhatCameLater = (page: Page) =>
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

test('one rates, skips, deletes and decides in a browser of 2023', async ({ page, operator, site }) => {
  await forgetWhatCameLater(page)
  await uploadAs(page, await photo('own.jpg'))
  await seedPhotos(page, site, 3)
  const rate = rateScreen(page)
  await rate.open()
  await rate.hot.click()
  await rate.shown(2)

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

/** Safari refuses more than a hundred history changes in ten seconds. */
const refuseManyChanges = (page: Page) =>
  page.addInitScript(() => {
    const times: number[] = []
    for (const name of ['pushState', 'replaceState'] as const) {
      const real = History.prototype[name]
      History.prototype[name] = function change(...how) {
        const now = performance.now()
        while (times[0] !== undefined && now - times[0] > 10_000) times.shift()
        times.push(now)
        if (times.length > 100) throw new DOMException(`${name}() more than 100 times per 10 seconds`, 'SecurityError')
        real.apply(this, how)
      }
    }
  })

test('who types fast loses no letter where the browser limits changes of the address', async ({ page, operator }) => {
  await refuseManyChanges(page)
  await operator.open('/adm/media')
  const field = page.getByRole('searchbox', { name: 'Search' })
  const text = 'a picture of the beach in the evening, with many people on it'
  await field.focus()
  await page.keyboard.type(text)
  await expect(field).toHaveValue(text)
  await expect(page.getByText('No media found')).toBeVisible()
})
