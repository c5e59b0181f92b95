import type { Page } from '@playwright/test'
import { expectToast } from './admin-settings-screen.ts'
import { expect, test } from './fixtures.ts'

const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

const TESTS = [
  { call: 'connection', name: 'Connection', text: 'Connection failed' },
  { call: 'schema', name: 'Schema', text: 'Schema check failed' },
  { call: 'counts', name: 'Counts', text: 'Count query failed' },
  { call: 'queries', name: 'Sample Queries', text: 'Sample queries failed' },
]

test('without an answer each database test says what failed', async ({ page, operator, problems }) => {
  problems.expect(/ERR_\w+ .*\/api\/db-test\//)
  await page.route('**/api/db-test/**', (route) => route.abort('connectionreset'))
  await operator.open('/adm/dbtest')
  await page.getByRole('button', { name: 'Run Database Tests' }).click()
  for (const { name, text } of TESTS) await expect(row(page, name).getByText(text, { exact: true })).toBeVisible()
  const statistics = page.getByRole('region', { name: 'Database Statistics' })
  await expect(statistics.getByRole('alert')).toHaveText('Count query failedTry again')
})

test('with a failure as answer each database test names its status', async ({ page, operator, problems }) => {
  problems.expect(/^503 .*\/api\/db-test\//)
  const headers: Record<string, string>[] = []
  await page.route('**/api/db-test/**', async (route) => {
    headers.push(await route.request().allHeaders())
    await route.fulfill({ status: 503, json: { error: 'Away', message: 'Away', code: 'unavailable', requestId: 'x' } })
  })
  await operator.open('/adm/dbtest')
  await page.getByRole('button', { name: 'Run Database Tests' }).click()
  for (const { name } of TESTS) await expect(row(page, name).getByText('HTTP 503', { exact: true })).toBeVisible()
  expect(headers.length).toBeGreaterThanOrEqual(TESTS.length)
  expect(headers.filter(({ authorization }) => authorization !== undefined)).toEqual([])
})

test('numbers that could not be counted are asked for again, and nothing moves', async ({
  page,
  operator,
  problems,
}) => {
  problems.expect(/^503 .*\/api\/db-test\/counts/)
  const counts = '**/api/db-test/counts'
  await page.route(counts, (route) =>
    route.fulfill({ status: 503, json: { error: 'Away', message: 'Away', code: 'unavailable', requestId: 'x' } }),
  )
  await operator.open('/adm/dbtest')
  const statistics = page.getByRole('region', { name: 'Database Statistics' })
  await expect(statistics.getByRole('alert')).toContainText('Count query failed')
  const placeOfTests = () => page.getByRole('heading', { name: 'Database Tests' }).boundingBox()
  const before = await placeOfTests()
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
    call: 'reset-database',
    text: 'Database reset failed',
    start: async (page: Page) => {
      await page.getByRole('button', { name: 'I Understand' }).click()
      await page.getByLabel('Type RESET DATABASE to confirm').fill('RESET DATABASE')
      await page.getByRole('button', { name: 'Reset Database' }).click()
    },
  },
  {
    call: 'purge-inactive-accounts',
    text: 'Failed to purge inactive accounts',
    start: async (page: Page) => {
      await page.getByRole('button', { name: 'Check Inactive Accounts' }).click()
      await page.getByRole('button', { name: /^Purge \d+ inactive/ }).click()
    },
  },
]

for (const { call, text, start } of WORK) {
  test(`${call}: the server's words when it cannot be started`, async ({ page, operator, visitor, problems }) => {
    problems.expect(/^500 .*\/api\/admin\//)
    await visitor()
    const error = 'Something broke on our side.'
    await page.route(`**/api/admin/${call}`, (route) =>
      route.fulfill({ status: 500, json: { error, message: error, code: 'internal', requestId: 'x' } }),
    )
    await operator.open('/adm/dbtest')
    await start(page)
    await expectToast(page, text, error)
  })

  test(`${call}: a failure on the way is told on the screen, too`, async ({ page, operator, visitor, site }) => {
    await visitor()
    const kind = call
    await page.route(`**/api/admin/${call}`, async (route) => {
      const [made] = await site.query<{ id: string }>(
        `INSERT INTO operations (kind, status, runs, started_at) VALUES ('${kind}', 'running', 1, now()) RETURNING id`,
      )
      const { Authorization } = operator.headers
      const state = await page.request.get(`/api/admin/operations/${kind}`, { headers: { Authorization } })
      await site.query(
        `UPDATE operations SET status = 'failed', ended_at = now(), error = 'The disk is full' WHERE id = ${made?.id}`,
      )
      await route.fulfill({ status: 202, json: await state.json() })
    })
    await operator.open('/adm/dbtest')
    await start(page)
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(`${text}: The disk is full`)
  })
}

test('the screen says what is dangerous in the words of its parts', async ({ page, operator }) => {
  await operator.open('/adm/dbtest')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Database Statistics',
    'Database Tests',
    'Import Media from Bucket',
    'Danger Zone',
  ])
  await expect(main.getByRole('heading', { level: 3 })).toHaveText(['Purge Inactive Accounts', 'Database Reset'])
})
