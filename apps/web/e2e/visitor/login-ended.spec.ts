import type { Page } from '@playwright/test'
import { linkIn } from '../../../api/test/fakes/mail-server.ts'
import { accountScreen, answerEmails, nudges, openLink, storedSessionId } from '../support/account-screen.ts'
import { allAnswered } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { rateScreen, usernameOn } from '../support/rate-screen.ts'
import type { Site } from '../support/running-site.ts'
import { addPhotos } from '../support/seeded-collection.ts'

const WHY = 'This browser is no longer logged in to your account.'
const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Welcome Back' })
const addressOn = (page: Page) => dialogOn(page).getByRole('textbox', { name: 'Email address' })
const visitors = (site: Site) => site.query('SELECT username FROM users ORDER BY id')

/** Saves the account by a mailed link and reopens `/upload`; returns the address. */
const logInByLink = async (page: Page, site: Site) => {
  const email = `ada-${crypto.randomUUID()}@example.com`
  await answerEmails(page)
  await page.goto('/upload')
  await usernameOn(page)
  const data = { email, username: '', sessionId: await storedSessionId(page) }
  expect((await page.request.post('/api/auth/send-magic-link', { data })).status()).toBe(200)
  await openLink(page, linkIn(await site.mailbox.next(email)))
  await expect(nudges(page).toast).toContainText('Welcome back!')
  await page.goto('/upload')
  await expect(accountScreen(page).opener).toBeVisible()
  await allAnswered(page)
  return email
}

test('offers a login link when the server has lost the session of an account', async ({ page, site, problems }) => {
  problems.expect(/^(410|401) .*\/api\/session/)
  const email = await logInByLink(page, site)
  const before = await visitors(site)
  await site.query('DELETE FROM sessions')
  await page.reload()
  await expect(dialogOn(page)).toContainText(WHY)
  await expect(addressOn(page)).toHaveValue(email)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: "You've been logged out" })).toBeVisible()
  await page.getByRole('button', { name: 'Log in with email' }).click()
  await expect(addressOn(page)).toHaveValue(email)
  await dialogOn(page).getByRole('button', { name: 'Send Login Link' }).click()
  await expect(nudges(page).toast).toContainText('Login Link Sent!')
  await openLink(page, linkIn(await site.mailbox.next(email)))
  await expect(nudges(page).toast).toContainText('Welcome back!')
  await expect(dialogOn(page)).toHaveCount(0)
  expect(await visitors(site)).toEqual(before)
})

test('asks for a login when a vote is refused after the session was lost', async ({ page, site, problems }) => {
  problems.expect(/^(410|401) .*\/api\//)
  await addPhotos(site, 3)
  const email = await logInByLink(page, site)
  const before = await visitors(site)
  await page.goto('/')
  const rate = rateScreen(page)
  await rate.shown(1)
  await allAnswered(page)
  await site.query('DELETE FROM sessions')
  await rate.hot.click()
  await expect(dialogOn(page)).toContainText(WHY)
  await expect(addressOn(page)).toHaveValue(email)
  await allAnswered(page)
  await expect(nudges(page).toast).toHaveCount(0)
  expect(await visitors(site)).toEqual(before)
  expect(await site.query('SELECT 1 FROM votes')).toEqual([])
})
