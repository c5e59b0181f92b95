import type { Page, Route } from '@playwright/test'
import { configured, expectToast, goTo, settingsForm } from '../support/admin-settings-screen.ts'
import { anHourLater } from '../support/an-hour-later.ts'
import { expect, test } from '../support/fixtures.ts'
import { ownFontIsThere } from '../support/own-font.ts'
import { dismissToast } from '../support/toast.ts'

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

const TESTS = [
  { call: 'connection', name: 'Connection', text: 'Connection failed' },
  { call: 'schema', name: 'Schema', text: 'Schema check failed' },
  { call: 'counts', name: 'Counts', text: 'Count query failed' },
  { call: 'queries', name: 'Sample Queries', text: 'Sample queries failed' },
]

test('a change whose answer gets lost is neither done nor failed: what is true is read again', async ({
  page,
  operator,
  problems,
}) => {
  problems.expect(/ERR_FAILED/, /^504 .*reset-database/)
  const loseAnswers = (call: string, lose: (route: Route) => Promise<void>) =>
    page.route(call, async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await route.fetch()
      await lose(route)
    })
  const unknownOutcome = ["We couldn't confirm the change", 'Reloading…'] as const
  const timeout = { status: 504, contentType: 'text/html', body: '<html><h1>504 Gateway Time-out</h1></html>' }
  await loseAnswers('**/api/admin/reset-database', (route) => route.fulfill(timeout))
  await operator.open('/adm/dbtest')
  await page.getByRole('button', { name: 'I Understand' }).click()
  await page.getByLabel('Type RESET DATABASE to confirm').fill('RESET DATABASE')
  await page.route('**/api/admin/operations/reset-database', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Reset Database' }).click()
  await expectToast(page, ...unknownOutcome)
  await expect(page.getByText(/^Database reset completed successfully/)).toBeVisible()
  // The next toast has identical text.
  await dismissToast(page.getByRole('region', { name: 'Notification' }).getByRole('listitem'))

  await loseAnswers('**/api/admin/vote-multiplier-config', (route) => route.abort())
  await goTo(page, 'Vote Multiplier')
  const form = settingsForm(page, 'Vote Multiplier')
  await form.field('Multiplier').fill('7')
  await form.save.click()
  await expectToast(page, ...unknownOutcome)
  await form.expectClean()
  await expect(configured(page, 'Multiplier')).toHaveText('7x')
})

test('a database test that fails says how, and the others go on', async ({ page, operator, problems }) => {
  problems.expect(/ERR_\w+ .*\/api\/db-test\//, /^503 .*\/api\/db-test\//, /^500 .*\/api\/db-test\/schema/)
  await page.route('**/api/db-test/**', (route) => route.abort('connectionreset'))
  await operator.open('/adm/dbtest')
  const run = page.getByRole('button', { name: 'Run Database Tests' })
  const statistics = page.getByRole('region', { name: 'Database Statistics' })
  await test.step('without an answer', async () => {
    await run.click()
    for (const { name, text } of TESTS) await expect(row(page, name).getByText(text, { exact: true })).toBeVisible()
    await expect(statistics.getByRole('alert')).toHaveText('Count query failedTry again')
  })

  await test.step('with a failure as answer, to a question without credentials', async () => {
    const headers: Record<string, string>[] = []
    await page.route('**/api/db-test/**', async (route) => {
      headers.push(await route.request().allHeaders())
      await route.fulfill({
        status: 503,
        json: { error: 'Away', message: 'Away', code: 'unavailable', requestId: 'x' },
      })
    })
    await run.click()
    for (const { name } of TESTS) await expect(row(page, name).getByText('HTTP 503', { exact: true })).toBeVisible()
    expect(headers.length).toBeGreaterThanOrEqual(TESTS.length)
    expect(headers.filter(({ authorization }) => authorization !== undefined)).toEqual([])
  })

  await test.step('only some', async () => {
    await page.unrouteAll({ behavior: 'wait' })
    await page.route('**/api/db-test/schema', (route) => route.fulfill({ status: 500, body: '' }))
    await page.route('**/api/db-test/queries', (route) => route.abort('connectionreset'))
    await run.click()
    await expect(row(page, 'Schema')).toContainText(/HTTP 500.*Error/s)
    await expect(row(page, 'Counts')).toContainText('Success')
    await expect(row(page, 'Sample Queries')).toContainText('Sample queries failed')
  })
})

test('numbers that could not be counted are asked for again, and nothing moves', { tag: '@phone' }, async ({
  page,
  operator,
  problems,
}) => {
  problems.expect(/^500 .*\/api\/db-test\/counts/)
  const counts = '**/api/db-test/counts'
  await page.route(counts, (route) =>
    route.fulfill({ status: 500, json: { error: 'Away', message: 'Away', code: 'unavailable', requestId: 'x' } }),
  )
  await operator.open('/adm/dbtest')
  const statistics = page.getByRole('region', { name: 'Database Statistics' })
  await expect(statistics.getByRole('alert')).toContainText('Count query failed')
  await ownFontIsThere(page)
  const placeOfTests = () => page.getByRole('heading', { name: 'Database Tests' }).boundingBox()
  const before = await placeOfTests()
  expect(before).not.toBeNull()
  await page.unroute(counts)
  await statistics.getByRole('button', { name: 'Try again' }).click()
  await expect(statistics.getByText('Total Users')).toBeVisible()
  await expect(statistics.getByRole('alert')).toBeHidden()
  expect(await placeOfTests()).toEqual(before)
})

const WORK = [
  {
    call: 'import-media',
    text: 'Media import failed',
    start: async (page: Page) => page.getByRole('button', { name: 'Import Media from Bucket' }).click(),
  },
  {
    call: 'purge-inactive-accounts',
    text: 'Failed to purge inactive accounts',
    start: async (page: Page) => {
      await page.getByRole('button', { name: 'Check Inactive Accounts' }).click()
      await page.getByRole('button', { name: /^Purge \d+ inactive/ }).click()
    },
  },
  {
    call: 'reset-database',
    text: 'Database reset failed',
    start: async (page: Page) => {
      await page.getByRole('button', { name: 'I Understand' }).click()
      await page.getByLabel('Type RESET DATABASE to confirm').fill('RESET DATABASE')
      await page.getByRole('button', { name: 'Reset Database' }).click()
    },
  },
]

test('what cannot start, and what fails on the way, says so', async ({ page, operator, visitor, problems, site }) => {
  problems.expect(/^500 .*\/api\/admin\//)
  await visitor()
  await anHourLater(site)
  const error = 'Something broke on our side.'
  for (const { call } of WORK)
    await page.route(`**/api/admin/${call}`, (route) =>
      route.fulfill({ status: 500, json: { error, message: error, code: 'internal', requestId: 'x' } }),
    )
  await operator.open('/adm/dbtest')
  for (const { call, text, start } of WORK)
    await test.step(call, async () => {
      await start(page)
      await expectToast(page, text, error)
    })

  await page.unrouteAll()
  await page.reload()
  const { Authorization } = operator.headers
  for (const { call: kind, text, start } of WORK)
    await test.step(kind, async () => {
      await page.route(`**/api/admin/${kind}`, async (route) => {
        const [made] = await site.query<{ id: string }>(
          `INSERT INTO operations (kind, status, runs, started_at) VALUES ('${kind}', 'running', 1, now()) RETURNING id`,
        )
        const state = await page.request.get(`/api/admin/operations/${kind}`, { headers: { Authorization } })
        await site.query(
          `UPDATE operations SET status = 'failed', ended_at = now(), error = 'The disk is full' WHERE id = ${made?.id}`,
        )
        await route.fulfill({ status: 202, json: await state.json() })
      })
      await start(page)
      await expect(page.getByRole('alert').filter({ hasText: text })).toHaveText(`${text}: The disk is full`)
    })
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    WORK.map(({ text }) => `${text}: The disk is full`),
  )
})
