import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import {
  accountScreen,
  answerEmails,
  nudges,
  profileScreen,
  setEmailCapture,
  takeLinks,
} from '../support/account-screen.ts'
import { adOn, setAd } from '../support/ad-screen.ts'
import { goOffline } from '../support/browser-state.ts'
import { expect, type OtherVisitor, test } from '../support/fixtures.ts'
import { brokenPhoto, film, photo } from '../support/made-media.ts'
import { expectKeyboardIn, viewerScreen } from '../support/rate-screen.ts'
import { animationsEnded } from '../support/rendering.ts'
import type { Site } from '../support/running-site.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { statsScreen, uploadAs } from '../support/stats-screen.ts'
import { takedownScreen } from '../support/takedown-screen.ts'
import { uploadScreen } from '../support/upload-screen.ts'

type Given = { page: Page; site: Site; visitor: () => Promise<OtherVisitor> }
type States = Record<string, (given: Given) => Promise<unknown>>

const closeDialog = async (page: Page) => {
  await expectKeyboardIn(page.getByRole('dialog'))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const RATING: States = {
  'a photo': async ({ page, site }) => {
    await addPhotos(site, 4)
    await viewerScreen(page).rate.open()
  },
  'the list of keys': async ({ page }) => {
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'the reasons of a report': async ({ page }) => {
    await closeDialog(page)
    await page.getByRole('button', { name: 'Report' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'the question before the gravest reason': async ({ page }) => {
    await page.getByRole('button', { name: 'Child nudity or other illegal content' }).click()
    await expect(page.getByRole('button', { name: 'Report it' })).toBeVisible()
  },
  'a zoomed photo and a result in the viewer': async ({ page }) => {
    await closeDialog(page)
    const { rate, viewer, ...screen } = viewerScreen(page)
    await rate.hot.click()
    await rate.shown(2)
    await page.keyboard.press('Enter')
    await screen.shown(2)
    await expect(viewer.getByText("Hot · You're the first")).toBeVisible()
    await screen.zoomIn.click()
    await expect(screen.scale).toBeVisible()
  },
  'the save hint after two votes': async ({ page }) => {
    const { rate, close } = viewerScreen(page)
    await close.click()
    await rate.hot.click()
    await expect(nudges(page).bubble).toBeVisible()
  },
  'the question for an email': async ({ page, site }) => {
    await setEmailCapture(site, true, 1)
    const { rate } = viewerScreen(page)
    await rate.open()
    await rate.hot.click()
    await expect(nudges(page).modal).toBeVisible()
  },
  'blocked votes': async ({ page }) => {
    await nudges(page).later.click()
    await expect(nudges(page).notice).toBeVisible()
  },
}

const REST_OF_RATING: States = {
  'no photos': async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText('No Photos to Rate')).toBeVisible()
  },
  'a film and an ad': async ({ page, site, visitor }) => {
    await (await visitor()).upload(await film('film.mp4'))
    await setAd(site, '<a style="color: #000; background: #fff" href="https://shop.example/">Buy this</a>', true)
    await page.reload()
    await viewerScreen(page).rate.settled()
    await adOn(page).scrollIntoViewIfNeeded()
    await expect(adOn(page).locator('iframe').contentFrame().getByText('Buy this')).toBeVisible()
  },
  'a film in the viewer': async ({ page }) => {
    await page.keyboard.press('Enter')
    await expect(viewerScreen(page).viewer).toBeVisible()
  },
  'everything rated': async ({ page }) => {
    const { rate } = viewerScreen(page)
    await closeDialog(page)
    await rate.hot.click()
    await expect(rate.allRated).toBeVisible()
  },
  'no connection': async ({ page }) => {
    await goOffline(page)
    await viewerScreen(page).rate.refresh.click()
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  },
  'an item that is gone': async ({ page }) => {
    await page.context().setOffline(false)
    await page.goto('/m/987654321')
    await expect(page.getByRole('heading', { name: 'This photo is no longer available' })).toBeVisible()
  },
  'an unknown address': async ({ page }) => {
    await page.goto('/no/such/page')
    await expect(page.getByText('404 Page Not Found')).toBeVisible()
  },
  'a page without its script': async ({ page }) => {
    const code = /\/assets\/index-.*\.js$/
    await page.route(code, (route) => route.abort())
    await page.goto('/upload')
    await expect(page.getByText('This page could not be shown')).toBeVisible()
    await page.unroute(code)
  },
  'a session that cannot be opened': async ({ page }) => {
    await page.route('**/api/session', (route) => route.fulfill({ status: 500 }))
    await page.goto('/upload')
    await expect(page.getByRole('heading', { name: "We couldn't start your session" })).toBeVisible()
  },
}

const ACCOUNT: States = {
  'the menu': async ({ page }) => {
    await page.goto('/upload')
    await accountScreen(page).opener.click()
    await expect(accountScreen(page).menu).toBeVisible()
  },
  'a refused email': async ({ page }) => {
    await answerEmails(page, { 'ada@gmial.com': { isValid: false, suggestions: ['ada@gmail.com'] } })
    const account = accountScreen(page)
    await account.item('Save Account').click()
    await account.email.fill('ada@gmial.com')
    await expect(account.dialog).toContainText('Did you mean')
  },
  'a sent link': async ({ page }) => {
    const account = accountScreen(page)
    await takeLinks(page, 'send-magic-link')
    await account.button('ada@gmail.com').click()
    await account.button('Send Magic Link').click()
    await expect(account.dialog).toContainText('Check your inbox')
  },
  'the login as a different user': async ({ page }) => {
    await closeDialog(page)
    await accountScreen(page).open('Login as Different User', 'Login as Different User')
  },
  'the question before a logout': async ({ page, site }) => {
    await closeDialog(page)
    await site.query('UPDATE users SET uploads = 3, votes_cast = 1')
    await accountScreen(page).choose('Logout')
    await expect(page.getByRole('dialog', { name: '3 uploads and 1 vote will be lost' })).toBeVisible()
  },
  'the greeting of a logged-out visitor': async ({ page }) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('dialog', { name: 'Welcome Back' })).toBeVisible()
  },
  'a screen without a visitor': async ({ page }) => {
    await closeDialog(page)
    await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
  },
}

const FORMS: States = {
  'files that wait and one that was refused': async ({ page }) => {
    const upload = uploadScreen(page)
    await upload.open()
    await upload.drop({ name: 'notes.txt', mimeType: 'text/plain', size: 10 })
    // Waits for the refused file's row, which pushes the next click target down.
    await expect(upload.row('notes.txt')).toBeVisible()
    await upload.browse(await photo('good.jpg'), brokenPhoto('broken.jpg'))
  },
  'files that arrived and one that failed': async ({ page }) => {
    const upload = uploadScreen(page)
    await upload.uploadAll.click()
    await expect(upload.row('good.jpg')).toContainText('Completed')
    await expect(upload.row('broken.jpg')).toContainText('Error')
  },
  'a takedown with wrong fields': async ({ page }) => {
    const takedown = takedownScreen(page)
    await takedown.open()
    await takedown.submit.click()
    await expect(takedown.name).toHaveAttribute('aria-invalid', 'true')
  },
  'a filed takedown': async ({ page }) => {
    const takedown = takedownScreen(page)
    await takedown.fill()
    await takedown.submit.click()
    await expect(takedown.heading).toHaveText('DMCA Takedown Submitted')
  },
}

const STATS: States = {
  'no uploads': async ({ page }) => {
    await statsScreen(page).open()
    await expect(page.getByText("You haven't uploaded any media yet")).toBeVisible()
  },
  'an item with votes and a hidden one': async ({ page, site, visitor }) => {
    const [item, hidden] = await uploadAs(page, await photo('beach.jpg'), await photo('hidden.jpg', undefined, 90))
    for (const isHot of [true, false]) await (await visitor()).vote(item?.id ?? 0, isHot)
    await site.query('UPDATE media SET position = NULL WHERE id = $1', [hidden?.id])
    const stats = statsScreen(page)
    await stats.open()
    await expect(stats.card('hidden.jpg')).toContainText('Under review')
  },
  'the details of an item': async ({ page }) => {
    const stats = statsScreen(page)
    await stats.thumbnail('beach.jpg').click()
    await expect(stats.details.getByRole('img', { name: /in 30 days/ })).toBeVisible()
  },
  'the question before a deletion': async ({ page }) => {
    const stats = statsScreen(page)
    await stats.details.getByRole('button', { name: 'Delete image' }).click()
    await expect(stats.question).toBeVisible()
  },
  'missing files': async ({ page }) => {
    await page.route('**/media/**/*.*', (route) => route.abort())
    await statsScreen(page).open()
    await expect(page.getByText('Image unavailable').first()).toBeVisible()
  },
  'no statistics': async ({ page }) => {
    await page.route('**/api/users/*/stats*', (route) => route.abort())
    await page.goto('/stats')
    await expect(page.getByText('No statistics available')).toBeVisible()
  },
}

const PROFILE: States = {
  'a free name': async ({ page }) => {
    const profile = profileScreen(page)
    await profile.open()
    await profile.username.fill('Nobody Has This')
    await expect(profile.main).toContainText('✓ Username is available')
  },
  'a taken name, a location and the session id': async ({ page, visitor }) => {
    const { username } = await visitor()
    const profile = profileScreen(page)
    await profile.username.fill(username)
    await expect(profile.main).toContainText('✗ Username is already taken')
    await profile.share.click()
    await expect(profile.location).toBeVisible()
    await profile.main.getByRole('button', { name: 'Show session ID' }).click()
    await profile.update.click()
    await expect(profile.toast).toBeVisible()
  },
  'a saved account': async ({ page, site }) => {
    await site.query(`UPDATE users SET email = 'ada@example.com', email_verified_at = now() WHERE latitude IS NOT NULL`)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Account Saved!' })).toBeVisible()
  },
  'the question before the account is deleted': async ({ page }) => {
    await page.getByRole('main').getByRole('button', { name: 'Delete account' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  },
}

/** Touch targets under 44 px, measured together because toasts disappear. */
const listSmallTargets = async (page: Page) => {
  await animationsEnded(page)
  const targets = page.getByRole('button').or(page.getByRole('link').filter({ hasNotText: 'Skip to content' }))
  return targets.evaluateAll((all) => {
    // A stretched control's `::after` fills the box around it, so that box is its touch target.
    const isStretched = (target: Element) =>
      getComputedStyle(target).position === 'static' && getComputedStyle(target, '::after').inset === '0px'
    const boxes = all.map((target) => ({
      target,
      box: ((isStretched(target) && (target as HTMLElement).offsetParent) || target).getBoundingClientRect(),
    }))
    return boxes
      .filter(({ box: { width, height } }) => width > 0 && height > 0 && (width < 44 || height < 44))
      .map(({ target, box: { width, height } }) => `${Math.round(width)} x ${Math.round(height)} ${target.outerHTML}`)
  })
}

for (const { screen, states, tag } of [
  { screen: 'a photo, its dialogs and notices', states: RATING, tag: '@phone' },
  { screen: 'other states of rating and of the shell', states: REST_OF_RATING },
  { screen: 'the account menu and its dialogs', states: ACCOUNT, tag: '@phone' },
  { screen: 'uploads and the takedown form', states: FORMS },
  { screen: 'My Stats', states: STATS },
  { screen: 'the profile', states: PROFILE },
])
  test(`shows ${screen} accessibly`, { tag: tag ?? [] }, async ({ page, site, visitor, isMobile, problems }) => {
    problems.expect(/^(4\d\d|500) /, /ERR_(FAILED|INTERNET_DISCONNECTED)/)
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 48.1371543, longitude: -11.5761244 })
    for (const [state, show] of Object.entries(states))
      await test.step(state, async () => {
        await show({ page, site, visitor })
        if (isMobile) expect(await listSmallTargets(page), state).toEqual([])
        await expectAccessible(page)
      })
  })
