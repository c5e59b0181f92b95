import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { photo } from '../support/made-media.ts'
import { profileScreen } from '../support/profile-screen.ts'
import { usernameOn } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { dismissToast, expectToast } from '../support/toast.ts'
import { uploadScreen } from '../support/upload-screen.ts'

const GONE = ['Account deleted', "Your account is deleted. You're browsing with a new one."] as const

const questionOn = (page: Page) => {
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  return {
    dialog,
    words: dialog.getByRole('textbox', { name: 'Type DELETE to confirm' }),
    confirm: dialog.getByRole('button', { name: 'Delete account' }),
  }
}

test('downloads the stored data, and deletes the account after a question, in every tab', async ({
  page,
  context,
  site,
  problems,
}) => {
  problems.expect(/^(401|410) /)
  const profile = profileScreen(page)
  const username = await profile.open()
  const [{ id } = { id: 0 }] = await site.query<{ id: number }>('SELECT id::int FROM users')

  const downloading = page.waitForEvent('download')
  await profile.main.getByRole('button', { name: 'Download my data' }).click()
  const download = await downloading
  await expectToast(profile.toast, 'Download started', 'Make sure the file was saved before deleting your account.')
  expect(download.suggestedFilename()).toMatch(new RegExp(`^personal-data-${id}-\\d{4}-\\d\\d-\\d\\d\\.json$`))
  expect(JSON.parse(readFileSync(await download.path(), 'utf8')).profile).toMatchObject({ id, username })

  const other = await context.newPage()
  const otherProfile = profileScreen(other)
  expect(await otherProfile.open()).toBe(username)

  const { dialog, words, confirm } = questionOn(page)
  const button = profile.main.getByRole('button', { name: 'Delete account' })
  await button.click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await confirm.click({ force: true })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await allAnswered(page)
  expect(await site.query('SELECT FROM users WHERE deleted_at IS NULL')).toHaveLength(1)

  await button.click()
  await words.fill('DELETE')
  // Without its cookie, the browser is still known by its stored session id.
  await context.clearCookies()
  await words.press('Enter')
  await expectToast(profile.toast, ...GONE)
  await expect(page).toHaveURL('/')
  const next = await usernameOn(page)
  expect(next).not.toBe(username)
  await expect(otherProfile.username).toHaveValue(next)
  await expect.poll(() => site.query('SELECT username FROM users')).toEqual([{ username: next }])
  await page.reload()
  expect(await usernameOn(page)).toBe(next)
})

test('continues as a new visitor after the account was deleted elsewhere', async ({
  page,
  site,
  operator,
  request,
  problems,
}) => {
  problems.expect(/^(401|410) /, /ERR_FAILED/)
  const profile = profileScreen(page)
  const username = await profile.open()
  const [{ id } = { id: 0 }] = await site.query<{ id: number }>('SELECT id::int FROM users')
  const answer = await request.delete(`/api/admin/users/${id}`, { headers: operator.headers })
  expect(answer.status()).toBe(204)
  const download = profile.main.getByRole('button', { name: 'Download my data' })
  await download.click()
  await expectToast(profile.toast, ...GONE)
  await expect(profile.username).not.toHaveValue(username)
  await expect(download).toBeVisible()
  expect((await profile.toast.allTextContents()).join()).not.toContain('Download Failed')
  const second = await usernameOn(page)
  await expect(profile.main.getByRole('heading', { name: second })).toBeVisible()
  await dismissToast(profile.toast)

  // Deleted, but the answer is lost: a retry must not delete the next account.
  await page.route('**/api/users/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await route.fetch()
    await route.abort('failed')
  })
  // The page's session check fails, too: the screen stays, and retries later.
  let reads = 0
  await page.route('**/api/session', (route) => {
    reads++
    return route.abort()
  })
  await profile.username.fill('Ada Lovelace')
  await profile.main.getByRole('button', { name: 'Delete account' }).click()
  const { words, confirm } = questionOn(page)
  await words.fill('DELETE')
  await confirm.click()
  await expectToast(profile.toast, "We couldn't confirm the change", 'Reloading…')
  await expect.poll(() => reads).toBeGreaterThan(1)
  await expect(profile.username).toHaveValue('Ada Lovelace')
  expect(reads).toBeLessThan(5)
  await page.unroute('**/api/session')
  await expectToast(profile.toast, ...GONE)
  await expect(profile.main.getByRole('heading', { name: second })).toBeHidden()
  await expect(profile.username).not.toHaveValue('Ada Lovelace')
  await expect.poll(() => site.query('SELECT FROM users WHERE deleted_at IS NULL')).toHaveLength(1)
})

test('an upload that is under way ends with the account, and goes on in nobody’s name', async ({
  page,
  site,
  problems,
}) => {
  problems.expect(/^(401|410) /)
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(await photo('mine.jpg'))
  const { held, release } = await holdCalls(page, '**/api/media/upload')
  await upload.uploadAll.click()
  await expect.poll(() => held.length).toBe(1)
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  const profile = profileScreen(page)
  await profile.main.getByRole('button', { name: 'Delete account' }).click()
  const { words } = questionOn(page)
  await words.fill('DELETE')
  await words.press('Enter')
  await expectToast(profile.toast, ...GONE)
  release()
  await page.getByRole('link', { name: 'Upload Media' }).click()
  await expect(upload.row('mine.jpg')).toContainText('Pending')
  await allAnswered(page)
  expect(await site.query('SELECT FROM media')).toEqual([])
})
