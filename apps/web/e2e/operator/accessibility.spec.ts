import type { Locator } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { allDrawn, holdCalls } from '../support/calls.ts'
import { expect, type OtherVisitor, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import {
  addFailedOperation,
  addLookAlike,
  addOutlier,
  addReported,
  addRunningOperation,
  addTakedown,
} from '../support/operator-rows.ts'
import { endLogin, loginScreen, mediaScreen, settingsForm } from '../support/operator-screens.ts'
import { layoutShift } from '../support/rendering.ts'
import { OPERATOR, type Site } from '../support/running-site.ts'
import { seedUsers, showPictures } from '../support/seeded-collection.ts'

/** Path, heading, and the screen's message when its calls fail. */
const SCREENS = [
  ['/adm', 'Overview', 'The overview could not be loaded'],
  ['/adm/queue', 'Queue', 'Failed to load the queue'],
  ['/adm/review', 'Review', 'Failed to load the waiting uploads'],
  ['/adm/media', 'Media', 'Failed to fetch media data'],
  ['/adm/trash', 'Trash', 'Failed to fetch the trash'],
  ['/adm/removed-items', 'Removed Items', 'The removed items could not be loaded'],
  ['/adm/users', 'User Management', 'Failed to fetch users'],
  ['/adm/users/1', 'User', 'The user could not be loaded'],
  ['/adm/integrity', 'Integrity', 'Failed to load outliers'],
  ['/adm/bucket', 'Bucket Management', 'Failed to load bucket files'],
  ['/adm/dmca', 'DMCA Takedown Management', 'Failed to load DMCA takedowns: HTTP 500'],
  ['/adm/access', 'Access', 'Failed to load the access settings'],
  ['/adm/site-texts', 'Site Texts', 'Failed to load the site texts'],
  ['/adm/traffic-handlers', 'Traffic Handlers', 'Database Migration Required'],
  ['/adm/ads', 'Advertisement Management', 'Failed to fetch ad configuration'],
  ['/adm/email-capture', 'E-mail Capture Configuration', 'Failed to fetch email capture configuration'],
  [
    '/adm/vote-multiplier',
    'Vote Multiplier Settings',
    'Failed to load vote multiplier configuration. Please try again.',
  ],
  ['/adm/populate-votes', 'Vote Population', 'Failed to load vote population'],
  ['/adm/export-votes', 'Export Votes', "Couldn't load the status."],
  ['/adm/health', 'Health', 'The state of the site could not be loaded'],
  ['/adm/dbtest', 'Database Administration', 'Count query failed'],
  ['/adm/operators', 'Operators', 'The operators could not be loaded'],
  ['/adm/your-login', 'Your login', 'Your login could not be loaded'],
  ['/adm/logs', 'Audit Logs', 'Failed to load audit logs: HTTP 500'],
] as const

// Each test opens many screens.
test.slow()

// Ads that were never saved, and seeded items without files, return 404.
test.beforeEach(({ problems }) => problems.expect(/^404 .*(\/ad-config\/|\/media\/|\/users\/1|\/thumbnail)/))

test('finds no violations on empty screens', async ({ page, operator }) => {
  for (const [path, heading] of SCREENS)
    await test.step(path, async () => {
      await operator.open(path)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
      await allDrawn(page)
      await expectAccessible(page)
    })
})

test('finds no violations on screens that show a failed call', async ({ page, operator, problems }) => {
  problems.expect(/^500 /)
  await page.route(/\/api\/(admin|db-test)\//, (route) => route.fulfill({ status: 500, body: '' }))
  for (const [path, , failure] of SCREENS)
    await test.step(path, async () => {
      await operator.open(path)
      await expect(page.getByRole('alert').filter({ hasText: failure })).toBeVisible()
      await expectAccessible(page)
    })
})

/** Adds data for every screen; returns the addresses of the detail screens. */
const fillSite = async (site: Site, owner: OtherVisitor) => {
  await seedUsers(site, 14)
  const [beach] = await addReported(site, owner, { names: ['beach.jpg', 'rain.jpg', 'trees.jpg'] })
  await addLookAlike(site, owner, 'again.jpg')
  await addOutlier(site, owner, 'HastyHare12')
  const claim = await addTakedown(site, { mediaId: beach, phone: '+46 70 555 01 88', hours: 51 })
  await site.query(`
    UPDATE users SET username = repeat('W', 30), email = repeat('long.', 10) || 'address@mail.example'
      WHERE username = 'Visitor14';
    UPDATE media SET status = 'trashed', position = NULL, trashed_by = 'operator', trashed_at = now()
      WHERE original_name = 'trees.jpg';
    INSERT INTO taken_down_media (cause, owner_id, is_upheld) VALUES ('deleted', ${owner.id}, true);
    INSERT INTO captured_emails (email, user_id) VALUES ('ada@example.com', ${owner.id});
    INSERT INTO redirect_counts VALUES ((now() AT TIME ZONE 'UTC')::date, 'idle', 1200);
    INSERT INTO surges (network, visitors, until)
      VALUES ('\\xab12000000000000000000000000cdef', 312, now() + interval '30 minutes');
    INSERT INTO audit_log (event, actor, context) VALUES
      ('MEDIA_DELETE_REQUEST', 'visitor', '{"mediaId": 12}'), ('DEPLOYMENT_STARTUP', 'system', '{}')`)
  await site.saveSetting('idle-redirect', { idleRedirectTime: 90, idleRedirectUrl: 'https://partner.example/' })
  const parts = ['uploads', 'votes', 'sessions', 'takedowns', 'reports'].map((part) => `${owner.id}?show=${part}`)
  return [
    '/adm/media?view=compact',
    `/adm/dmca?id=${claim}`,
    '/adm/bucket?prefix=20',
    ...parts.map((part) => `/adm/users/${part}`),
  ]
}

test('finds no violations, shifts or overflow on full screens', { tag: '@phone' }, async ({
  page,
  operator,
  site,
  visitor,
}) => {
  await showPictures(page)
  const details = await fillSite(site, await visitor())
  for (const path of [...SCREENS.map(([path]) => path), ...details])
    await test.step(path, async () => {
      await operator.open(path)
      await allDrawn(page)
      expect(await layoutShift(page)).toBeLessThan(0.02)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      await expectAccessible(page)
    })
})

/** Lists a table's cut-off texts, and card values without a label. */
const findHiddenCells = (table: Locator) =>
  table.evaluate((grid) => {
    const frame = grid.parentElement
    if (!frame || frame.scrollWidth > frame.clientWidth) return ['the table']
    const parts = [...grid.querySelectorAll('tbody td, tbody td *')]
    // Texts for screen readers only are one pixel wide.
    const cutOff = parts.filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
    const names = [...grid.querySelectorAll('th')].map((head) => String(head.textContent)).filter(Boolean)
    const values = [...grid.querySelectorAll('tr[data-card] td:not(:has(input)):not([colspan])')]
    const nameless = values.filter(({ textContent }) => !names.some((name) => textContent?.startsWith(name)))
    return [...cutOff, ...nameless].map(({ textContent }) => textContent)
  })

test('shows every value of a table at every width', async ({ page, operator, site, visitor }) => {
  await showPictures(page)
  await fillSite(site, await visitor())
  for (const [path, name] of [
    ['/adm/users', 'Users'],
    ['/adm/integrity', 'Outliers'],
    ['/adm/bucket', 'Bucket files'],
    ['/adm/email-capture', 'Captured e-mail addresses'],
  ] as const)
    await test.step(path, async () => {
      await operator.open(path)
      const table = page.getByRole('grid', { name })
      await expect(table.getByRole('row').nth(1)).toBeVisible()
      for (const width of [390, 768, 1024, 1280, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => findHiddenCells(table), `${width} pixels`).toEqual([])
      }
    })
})

test('finds no violations in dialogs, refused forms and the login over a form', { tag: '@phone' }, async ({
  page,
  operator,
  site,
  visitor,
  problems,
}) => {
  problems.expect(/^401 /)
  await showPictures(page)
  const owner = await visitor()
  await fillSite(site, owner)
  const media = mediaScreen(page)
  const dialog = page.getByRole('dialog')
  const multiplier = settingsForm(page, 'Vote Multiplier').field('Multiplier')
  const waitForList = async () => {
    // The filters are collapsed on phones.
    await expect(media.filters.or(media.sort).filter({ visible: true })).toBeVisible()
    if (await media.filters.isVisible()) await media.filters.click()
    await holdCalls(page, '**/api/admin/media?*')
    await media.sort.selectOption('Votes')
  }
  const searchNothing = async () => {
    await page.getByRole('button', { name: 'Go to' }).click()
    await dialog.getByRole('combobox').fill('zebra crossing')
  }
  const renameBadly = async () => {
    await page.getByRole('button', { name: 'Rename' }).click()
    await dialog.getByLabel('Username').fill('ab')
    await page.keyboard.press('Enter')
  }
  const multiplyBadly = async () => {
    await multiplier.fill('-1')
    await multiplier.press('Enter')
  }
  const openHistory = () => settingsForm(page, 'Idle Session Redirect').history.click()
  for (const [path, act, shown] of [
    ['/adm/media', () => media.preview('rain.jpg').click(), dialog],
    ['/adm/media', () => media.select('rain.jpg').check(), page.getByText('Delete 1 item')],
    ['/adm/media', () => media.remove('rain.jpg').click(), page.getByRole('alertdialog')],
    ['/adm', searchNothing, dialog.getByText('No matches.')],
    [`/adm/users/${owner.id}`, renameBadly, dialog.getByText('A username has at least 3 characters')],
    ['/adm/traffic-handlers', openHistory, dialog.getByText('Current')],
    ['/adm/media', waitForList, page.getByText('Still loading…')],
    ['/adm/vote-multiplier', multiplyBadly, page.getByText('Invalid Configuration').first()],
  ] as const)
    await test.step(path, async () => {
      await operator.open(path)
      await act()
      await expect(shown).toBeVisible()
      await expectAccessible(page)
    })
  const login = await endLogin(page)
  await multiplier.fill('7')
  await multiplier.press('Enter')
  await expect(page.getByText('Your unsaved changes are still there.')).toBeVisible()
  await expect(login.username).toBeFocused()
  await expectAccessible(page)
})

test('finds no violations while work runs, waits or fails', async ({ page, operator, site, visitor }) => {
  await (await visitor()).upload(await photo('beach.jpg'))
  await addRunningOperation(site, 'import-media', { done: 400, total: 1000, counts: { imported: 120 } })
  await addRunningOperation(site, 'delete-media', { done: 1, total: 5, counts: {} })
  await addFailedOperation(site, 'export-votes', 'Something went wrong on our side.')
  await addFailedOperation(site, 'populate-votes', 'This work broke off several times.')
  await addFailedOperation(site, 'find-duplicates', 'It broke.')
  for (const [path, text] of [
    ['/adm/media', 'Deleting 2 of 5'],
    ['/adm/export-votes', 'Something went wrong on our side.'],
    ['/adm/populate-votes', 'This work broke off several times.'],
    ['/adm/bucket', 'Failed to find duplicates: It broke.'],
    ['/adm/dbtest', '400 of 1,000 files'],
  ] as const)
    await test.step(path, async () => {
      await operator.open(path)
      await expect(page.getByText(text)).toBeVisible()
      await expectAccessible(page)
    })
  await page.getByRole('button', { name: 'Run Database Tests' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Sample Queries' })).toContainText('Success')
  await page.getByRole('button', { name: 'I Understand' }).click()
  await page.getByLabel('Type RESET DATABASE to confirm').fill('RESET DATABASE')
  await expectAccessible(page)
})

test('finds no violations on the login and at unknown addresses', async ({ page }) => {
  // Keeps the page at "Redirecting...", which otherwise disappears too quickly.
  await page.addInitScript(() => {
    const { replaceState } = history
    history.replaceState = (state, unused, address) => {
      if (address === undefined) replaceState.call(history, state, unused)
    }
  })
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto('/adm/users')
  await expect(heading).toHaveText('Redirecting...')
  await expectAccessible(page)
  await page.goto('/adm')
  await expect(loginScreen(page).button).toBeVisible()
  await expectAccessible(page)
  await page.evaluate((token) => localStorage.setItem('adminToken', token), btoa(`admin:${OPERATOR.password}`))
  await page.goto('/adm/nowhere')
  await expect(heading).toHaveText('404 Page Not Found')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(heading).toHaveText('Overview')
})
