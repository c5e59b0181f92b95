import { expectAccessible } from '../support/accessible.ts'
import { expectToast } from '../support/admin-settings-screen.ts'
import { addTakedown } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { layoutShift } from '../support/layout-shift.ts'
import { expectLoaded } from '../support/loaded-picture.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { tabTo } from '../support/tab-to.ts'

const SHOWS_PART = { name: /^Of / }

test('shows what a user made, rated, is logged in with and was asked about', { tag: '@phone' }, async ({
  page,
  operator,
  site,
  visitor,
  isMobile,
}) => {
  const [user, other] = [await visitor(), await visitor()]
  const [mine] = await user.uploadPhotos(1)
  const [theirs] = await other.uploadPhotos(1)
  await user.vote(theirs?.id ?? 0, true)
  const takedown = await addTakedown(site, { mediaId: mine?.id ?? 0 })
  await site.query(`INSERT INTO reports (media_id, user_id, reason) VALUES ($1, $2, 'spam')`, [mine?.id, other.id])
  const calls = await holdCalls(page, `**/api/admin/users/${user.id}`)
  await operator.open(`/adm/users/${user.id}`)
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' }).first()).toBeVisible()
  calls.release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(user.username)
  await expect(page.locator('[aria-current=page]')).toHaveText(['Users'])
  const part = page.getByRole('navigation', SHOWS_PART)
  await expect(page.getByRole('list', { name: 'Uploads' }).getByRole('listitem')).toHaveCount(1)
  expect(await layoutShift(page)).toBeLessThan(0.02)
  for (const name of ['Rename', 'Block', 'Download data', 'Delete account'])
    await page.getByRole('button', { name, exact: true }).click({ trial: true })
  await expectAccessible(page)
  await part.getByRole('button', { name: 'Votes 1' }).click()
  await expect(page.getByRole('grid', { name: 'Votes' }).getByRole('row').nth(1)).toContainText(/photo-1\.jpg.*Hot/)
  await expectAccessible(page)
  await part.getByRole('button', { name: 'Sessions 1' }).click()
  await expect(page.getByRole('grid', { name: 'Sessions' }).getByRole('row').nth(1)).toContainText('Browser 1')
  await part.getByRole('button', { name: 'Takedowns 1' }).click()
  await expect(page).toHaveURL(`/adm/users/${user.id}?show=takedowns`)
  await page.reload()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const request = page.getByRole('link', { name: /^Request #/ })
  await expect(request).toBeVisible()
  const item = page.getByRole('grid', { name: 'Takedown requests' }).getByRole('link', { name: 'photo-1.jpg' })
  await expect(item).toHaveAttribute('href', `/adm/media?id=${mine?.id}`)
  await part.getByRole('button', { name: 'Reports 1' }).click()
  await expect(page.getByRole('grid', { name: 'Reports' }).getByRole('link', { name: other.username })).toBeVisible()
  if (isMobile) return
  await part.getByRole('button', { name: 'Takedowns 1' }).click()
  await request.click()
  await expect(page).toHaveURL(new RegExp(`/adm/dmca\\?id=${takedown}`))

  // The deletion moves the files, so the picture must load first.
  await expectLoaded(page.getByRole('img', { name: /^The photo in question/ }))
  const { headers } = operator
  expect((await page.request.delete(`/api/admin/media/${mine?.id}`, { headers })).ok()).toBe(true)
  for (const show of ['reports', 'takedowns']) {
    await page.goto(`/adm/users/${user.id}?show=${show}`)
    await page.getByRole('link', { name: 'photo-1.jpg (in the trash)' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trash')
    await expect(page.getByRole('main')).toContainText('photo-1.jpg')
  }
  const login = `INSERT INTO sessions (user_id, token_hash) SELECT $1, sha256(n::text::bytea) FROM generate_series(1, 100) n`
  await site.query(login, [user.id])
  await page.goto(`/adm/users/${user.id}?show=sessions`)
  await expect(page.getByText('The latest 100 of 101')).toBeVisible()
})

test('renames, blocks and unblocks a user, and logs each', async ({ page, operator, visitor, problems }) => {
  problems.expect(/^409 .*\/api\/admin\/users/)
  const [user, other] = [await visitor(), await visitor()]
  await operator.open(`/adm/users/${user.id}`)
  await tabTo(page, page.getByRole('button', { name: 'Rename' }))
  await page.keyboard.press('Enter')
  const field = page.getByRole('dialog', { name: 'Rename user' }).getByLabel('Username')
  await expect(field).toBeFocused()
  await field.fill('ab')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/A username has at least 3 characters/)
  await expectAccessible(page)
  await field.fill(other.username)
  await field.press('Enter')
  await expectToast(page, 'Failed to rename', 'Username is already taken')
  await field.fill('Another name')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another name')
  await expect(page.getByRole('button', { name: 'Rename' })).toBeFocused()

  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Blocked since/ })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unblock' }).click()
  await expect(page.getByText(/^Blocked since/)).toBeHidden()
  await page.goto('/adm/logs?eventType=USER_BLOCKED')
  await page.getByRole('button', { name: /USER_BLOCKED/ }).click()
  await page.getByRole('link', { name: `User #${user.id}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another name')
})

test('explains a block to the visitor until it is lifted', {
  tag: '@phone',
}, async ({ page, site, request, operator, problems, isMobile }) => {
  problems.expect(/^403 .*\/(votes|report)$/)
  // A reported item leaves the stage even if the report fails.
  await addPhotos(site, 3)
  const rate = rateScreen(page)
  await page.goto('/')
  await rate.shown(1)
  const report = rate.stage.getByRole('button', { name: 'Report' })
  await expect(report).toBeVisible()
  // The first photo may appear before the visitor's row exists.
  const others = () => site.query<{ id: number }>('SELECT id::int FROM users WHERE uploads = 0')
  await expect.poll(others).toHaveLength(1)
  const [{ id } = { id: 0 }] = await others()
  const act = (what: string) => request.post(`/api/admin/users/${id}/${what}`, { headers: operator.headers })
  expect((await act('block')).status()).toBe(204)
  await rate.hot.click()
  await expect(page.getByText("You can't vote.")).toBeVisible()
  await expect(page.getByText('Vote Failed')).toHaveCount(0)
  await expect(rate.hot).toHaveAttribute('aria-disabled', 'true')
  await expect(report).toBeHidden()
  await allAnswered(page)
  await expectAccessible(page)
  expect(await site.query('SELECT FROM votes')).toEqual([])
  await page.goto('/upload')
  await expect(page.getByText("You can't upload.")).toBeVisible()
  await expectAccessible(page)
  if (isMobile) return
  expect((await act('unblock')).status()).toBe(204)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText("You can't upload.")).toBeHidden()
  await page.getByRole('link', { name: /^Rate/ }).click()
  await rate.settled()
  await expect(report).toBeVisible()
  await rate.hot.click()
  await expect.poll(() => site.query('SELECT FROM votes')).toHaveLength(1)

  await rate.shown(2)
  expect((await act('block')).status()).toBe(204)
  await report.click()
  await page.getByRole('button', { name: 'Something else' }).click()
  await expect(page.getByText('Report Failed').first()).toBeVisible()
  await expect(page.getByText("You can't vote.")).toBeVisible()
  await expect(report).toBeHidden()
})

test('nobody is told as such; what cannot be loaded, or done, says so', async ({
  page,
  operator,
  visitor,
  problems,
}) => {
  problems.expect(/^(404|400|500) .*\/api\/admin\/users/, /^404 .*\/adm\/users\/nobody/)
  for (const id of ['987654', 'nobody']) {
    await operator.open(`/adm/users/${id}`)
    await expect(page.getByText('There is no such user')).toBeVisible()
  }
  await expectAccessible(page)
  const user = await visitor()
  const error = 'The site is busy right now.'
  const failOnce = (path: string) =>
    page.route(path, (route) => route.fulfill({ status: 500, json: { error, message: error } }), { times: 1 })
  await failOnce(`**/api/admin/users/${user.id}`)
  await page.goto(`/adm/users/${user.id}?show=votes`)
  await expect(page.getByRole('alert')).toContainText(error)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No votes', { exact: true })).toBeVisible()
  await failOnce('**/block')
  await page.getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click()
  await expectToast(page, 'Failed to change the block', error)
})

test('who goes on while an account is being deleted stays where they went', async ({ page, operator, visitor }) => {
  const user = await visitor()
  await operator.open(`/adm/users/${user.id}`)
  const start = page.getByRole('button', { name: 'Delete account' })
  await expect(start).toBeVisible()
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const calls = await holdCalls(page, new RegExp(`/api/admin/users/${user.id}\\?`))
  await start.click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('textbox').fill(name)
  await question.getByRole('button', { name: 'Delete account' }).click()
  await expect.poll(() => calls.held.map((call) => call.method())).toContain('DELETE')
  await page.getByRole('link', { name: 'Audit Logs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Logs')
  calls.release()
  await expect(page.getByText('Votes and files follow within minutes.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit Logs')
})
