import type { Sent } from '@hotvote/shared/contract'
import type { recordClientError } from '@hotvote/shared/visitor/client-errors'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { rateScreenReady } from '../support/rate-screen.ts'
import type { Site } from '../support/running-site.ts'

const errorsIn = (site: Site, about: string) =>
  site
    .logged('client error')
    .map(({ clientError }) => clientError as Sent<typeof recordClientError, 'body'>)
    .filter(({ message }) => message.includes(about))

const throwInPage = (page: Page, text: string) =>
  page.evaluate((message) => {
    setTimeout(() => {
      throw new TypeError(message)
    })
  }, text)

test('logs an uncaught error once, and the crash of a screen', async ({ page, site, operator, problems }) => {
  problems.expect(/uncaught: |TypeError/)
  await page.goto('/dmca?from=somebody')
  await rateScreenReady(page)
  const build = await page.locator('script[type=module][src]').getAttribute('src')
  for (let n = 0; n < 3; n++) await throwInPage(page, 'thrown on the form')
  await page.evaluate(() => void Promise.reject(new Error('rejected on the form')))
  await expect.poll(() => errorsIn(site, 'rejected on the form')).toHaveLength(1)
  // Parallel reports may arrive in any order.
  await expect.poll(() => errorsIn(site, 'thrown on the form')).toHaveLength(1)
  expect(errorsIn(site, 'thrown on the form')).toEqual([
    {
      message: 'TypeError: thrown on the form',
      stack: expect.stringContaining('TypeError: thrown on the form\n    at '),
      path: '/dmca',
      build: build?.replace('/assets/', ''),
    },
  ])

  await page.route('**/api/admin/overview', (route) => route.fulfill({ json: { days: [] } }))
  await operator.open('/adm')
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await expect.poll(() => errorsIn(site, 'TypeError').filter(({ path }) => path === '/adm')).toHaveLength(1)
})
