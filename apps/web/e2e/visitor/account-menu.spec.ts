import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { accountScreen, answerEmails, takeLinks, waitForServerAtLogout } from '../support/account-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { holdCalls } from '../support/held-calls.ts'
import { photo } from '../support/made-media.ts'
import { expectKeyboardIn, expectVotes, rateScreen, usernameOn } from '../support/rate-screen.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { roundTrip } from '../support/round-trip.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { holdUploads, uploadScreen } from '../support/upload-screen.ts'

const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }))

test('the menu says who one is, and leads to the profile', { tag: '@phone' }, async ({ page }) => {
  const account = accountScreen(page)
  await page.goto('/')
  const username = await usernameOn(page)
  await expect(account.opener).toContainText(username.slice(0, 2).toUpperCase())
  await account.opener.click()
  await expect(account.menu).toContainText(username)
  await expect(account.menu).not.toContainText('@')
  await expect(account.menu.getByRole('menuitem')).toHaveText([
    'Edit Profile',
    'Save Account',
    'Login as Different User',
    'Logout',
  ])
  await expectAccessible(page)
  await account.item('Edit Profile').click()
  await expect(page).toHaveURL('/profile')
  await expect(account.menu).toBeHidden()
})

test('opens, moves in and closes the account menu by keyboard', async ({ page, site }) => {
  await addPhotos(site, 2)
  const account = accountScreen(page)
  const rate = rateScreen(page)
  // The focus is on the menu or its first item, depending on how fast the menu loads.
  const withKeyboard = account.menu.and(page.locator(':focus-within'))
  await rate.open()
  await account.opener.focus()
  await page.keyboard.press('Enter')
  await expect(withKeyboard).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await expect(account.item('Logout')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(account.item('Edit Profile')).toBeFocused()
  await page.keyboard.press('s')
  await expect(account.item('Save Account')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account.menu).toBeHidden()
  await expect(account.opener).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(withKeyboard).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(account.menu).toBeHidden()
  await expect(account.opener).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(withKeyboard).toBeVisible()
  await page.keyboard.press('l')
  await expect(account.item('Login as Different User')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(account.email).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(account.dialog).toBeHidden()
  await expect(account.opener).toBeFocused()
  await rate.shown(1)
  await allAnswered(page)
  await expectVotes(site, [])
})

test('a menu that cannot be loaded says so, and the page lives on, or is loaded anew for it', async ({
  page,
  problems,
}) => {
  problems.expect(/ERR_FAILED/)
  const account = accountScreen(page)
  await page.route('**/user-menu-*.js', (route) => route.abort())
  await page.goto('/')
  await account.opener.click()
  await expect(account.toast).toContainText('The menu could not be loaded')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await page.unroute('**/user-menu-*.js')
  const loaded = page.waitForEvent('load')
  await account.toast.getByRole('button', { name: 'Load again' }).click()
  await loaded
  await account.opener.click()
  await expect(account.item('Logout')).toBeVisible()
})

test('asks before a logout that loses something', async ({ page, site, problems }) => {
  problems.expect(/^404 .*\/api\/auth\/logout/, /ERR_FAILED/)
  const account = accountScreen(page)
  const question = page.getByRole('dialog', { name: '3 uploads and 1 vote will be lost' })
  const asNew = page.getByRole('dialog', { name: 'Welcome Back' }).getByRole('button', { name: 'Login as a New User' })
  await waitForServerAtLogout(page)
  await answerEmails(page)
  await takeLinks(page, 'send-magic-link')
  await page.goto('/upload')
  const username = await usernameOn(page)
  const { sessionId } = JSON.parse((await stored(page))['hotvote-session'] ?? '{}')
  await site.query('UPDATE users SET uploads = 3, votes_cast = 1')
  await account.choose('Logout')
  await expect(question).toContainText(`${username} isn't saved`)
  await expectAccessible(page)
  await expectKeyboardIn(question)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(account.opener).toBeFocused()
  await account.choose('Logout')
  await question.getByRole('button', { name: 'Save first' }).click()
  await expect(page.getByRole('dialog', { name: 'Save Your Account' })).toBeVisible()
  await expect(account.email).toBeFocused()
  await account.email.fill('ada@example.com')
  // Sending the link rereads the session.
  const session = await holdCalls(page, '**/api/session')
  await account.email.press('Enter')
  await expect(account.dialog).toContainText('Check your inbox')
  await page.keyboard.press('Escape')
  await expect(account.opener).toBeFocused()

  // Without the server's answer the page asks, since something may be lost.
  await page.route('**/api/session', (route) => (route.request().method() === 'GET' ? route.abort() : route.fallback()))
  await account.choose('Logout')
  const leaving = await holdCalls(page, '**/api/auth/logout')
  const logout = page.waitForRequest((request) => request.url().endsWith('/api/auth/logout'))
  const loaded = page.waitForEvent('load')
  await page
    .getByRole('dialog', { name: 'Your uploads and votes will be lost' })
    .getByRole('button', { name: 'Log out' })
    .click()
  expect((await logout).method()).toBe('POST')
  // A late answer must not log the visitor back in.
  const late = page.waitForResponse('**/api/session')
  session.release()
  await (await late).finished()
  await roundTrip(page)
  await expect(asNew).toBeVisible()
  leaving.release()
  await loaded
  await expect(asNew).toBeVisible()
  await expect(account.opener).toHaveCount(0)
  const left = await stored(page)
  for (const text of [username, sessionId, 'ada@example.com'])
    expect(Object.entries(left).join(), text).not.toContain(text)
  expect(Object.entries(left)).toContainEqual(['hotvote-logged-out', 'true'])

  await page.unroute('**/api/session')
  const loadedAfresh = page.waitForEvent('load')
  await asNew.click()
  await loadedAfresh
  await usernameOn(page)
  await page.route('**/api/auth/logout', (route) => route.abort())
  const loadedAgain = page.waitForEvent('load')
  await account.choose('Logout')
  await loadedAgain
  await expect(asNew).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('hotvote-session'))).toBeNull()
})

test('logging out ends uploads that are on their way, without a question', async ({ page, site, problems }) => {
  problems.expect(/^404 .*\/api\/auth\/logout/, /ERR_ABORTED/)
  const account = accountScreen(page)
  const upload = uploadScreen(page)
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.type())
    void question.accept()
  })
  const uploads = await holdUploads(page)
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/media/upload'))
  await waitForServerAtLogout(page)
  await upload.open()
  await upload.browse(await photo('beach.jpg'))
  await upload.uploadAll.click()
  await expect(upload.row('beach.jpg')).toContainText(/Uploading/i)
  const loaded = page.waitForEvent('load')
  await account.choose('Logout')
  await loaded
  await expect(page.getByRole('button', { name: 'Login as a New User' })).toBeVisible()
  expect(questions).toEqual([])
  await ended
  uploads.letGo()
  await allAnswered(page)
  expect(await site.query('SELECT 1 FROM media')).toEqual([])
})
