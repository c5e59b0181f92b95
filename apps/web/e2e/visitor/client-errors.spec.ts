import type { Sent } from '@hotvote/shared/contract'
import type { recordClientError } from '@hotvote/shared/visitor/client-errors'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { screenIsThere } from '../support/rate-screen.ts'
import { roundTrip } from '../support/round-trip.ts'
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

test('an uncaught error of the page is in the log, once, and a few of a page load', async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/uncaught: /)
  await page.goto('/dmca?from=somebody')
  await screenIsThere(page)
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

  for (let n = 0; n < 6; n++) await throwInPage(page, `one of many, the ${n}.`)
  await expect.poll(() => errorsIn(site, 'one of many')).toHaveLength(3)
  // A reload allows reports again; suppressed ones would have arrived by now.
  await page.reload()
  await throwInPage(page, 'thrown after a reload')
  await expect.poll(() => errorsIn(site, 'thrown after a reload')).toHaveLength(1)
  expect(errorsIn(site, 'one of many')).toHaveLength(3)
  expect(errorsIn(site, 'thrown on the form')).toHaveLength(1)
})

test('a screen that breaks is in the log, too', async ({ page, site, operator, problems }) => {
  problems.expect(/TypeError/)
  await page.route('**/api/admin/overview', (route) => route.fulfill({ json: { days: [] } }))
  await operator.open('/adm')
  await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await expect.poll(() => errorsIn(site, 'TypeError').filter(({ path }) => path === '/adm')).toHaveLength(1)
})

test('where the report cannot be sent, nothing more goes wrong', async ({ page, site, problems }) => {
  problems.expect(/uncaught: .*without a way out/, /ERR_FAILED .*\/client-errors/)
  const asked: string[] = []
  await page.route('**/assets/client-errors-*', (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  const thrown: Error[] = []
  page.on('pageerror', (error) => thrown.push(error))
  await page.goto('/dmca')
  await screenIsThere(page)
  const failed = page.waitForEvent('requestfailed')
  await throwInPage(page, 'without a way out')
  await failed
  for (let n = 1; n < 3; n++) await throwInPage(page, `without a way out ${n}`)
  await expect.poll(() => thrown).toHaveLength(3)
  await page.getByRole('textbox').first().fill('goes on')
  await roundTrip(page)
  expect(asked).toHaveLength(1)
  expect(errorsIn(site, 'without a way out')).toEqual([])
})
