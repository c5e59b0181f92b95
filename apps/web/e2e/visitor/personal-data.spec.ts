import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { profileScreen } from '../support/account-screen.ts'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { usernameOn } from '../support/rate-screen.ts'
import { expectToast } from '../support/toast.ts'

const GONE = ['Account deleted', "You're browsing with a new account now."] as const

const questionOn = (page: Page) => {
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
  return {
    dialog,
    words: dialog.getByRole('textbox', { name: 'Type DELETE to confirm' }),
  }
}

test('downloads the stored data and deletes the account in every tab', async ({ page, context, site, problems }) => {
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

  const { dialog, words } = questionOn(page)
  const button = profile.main.getByRole('button', { name: 'Delete account' })
  await button.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await allAnswered(page)
  expect(await site.query('SELECT FROM users WHERE deleted_at IS NULL')).toHaveLength(1)

  await button.click()
  await words.fill('DELETE')
  // The stored session id still identifies the browser without its cookie.
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
  problems.expect(/^(401|410) /)
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
})
