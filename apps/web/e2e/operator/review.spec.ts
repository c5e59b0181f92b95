import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { film } from '../support/made-media.ts'
import { failing } from '../support/operator-screens.ts'
import type { Site } from '../support/running-site.ts'

const reviewScreen = (page: Page) => {
  const grid = page.getByRole('listbox', { name: 'Waiting uploads' })
  return {
    pictures: grid.getByRole('option'),
    picture: (name: string) => grid.getByRole('option', { name }),
    chosen: grid.getByRole('option', { selected: true }),
    dialog: page.getByRole('dialog'),
    done: page.getByRole('status', { name: 'Last decision' }),
    badge: page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Review/ }),
    async press(...keys: string[]) {
      for (const key of keys) await page.keyboard.press(key)
    },
  }
}

const listStates = async (site: Site) => {
  const rows = await site.query<{ state: string }>(
    `SELECT concat_ws(' ', status, declined_reason, declined_note) AS state FROM media ORDER BY id`,
  )
  return rows.map(({ state }) => state)
}

test.beforeEach(({ site }) => site.saveSetting('upload-review', { mode: 'everything' }))

test('approves by keys, then all the rest, and loads later uploads', async ({ page, operator, site, visitor }) => {
  const uploader = await visitor()
  await uploader.uploadPhotos(3)
  const screen = reviewScreen(page)
  await operator.open('/adm/review')
  await expect(page).toHaveTitle('(3) Review · HotVote admin')
  await expect(screen.badge).toHaveText('Review3 waiting')
  await expect(screen.picture('photo-1.jpg')).toBeFocused()
  await expect(screen.picture('photo-1.jpg')).toContainText(uploader.username)
  await screen.press('ArrowRight', 'a')
  await expect(screen.picture('photo-2.jpg')).toContainText('Approved')
  await expect(screen.done).toHaveText('Approved: 1.')
  await expect(screen.picture('photo-3.jpg')).toBeFocused()
  expect(await listStates(site)).toEqual(['waiting', 'ready', 'waiting'])
  await uploader.upload(await film('late.mp4'))
  await page.getByRole('button', { name: 'Approve these 2' }).click()
  await expect(screen.pictures).toHaveText([/Video late\.mp4/])
  await screen.picture('late.mp4').focus()
  await expect(screen.picture('late.mp4').locator('video')).toHaveJSProperty('paused', false)
  await screen.press('Shift+A')
  await expect(page.getByText('All caught up')).toBeVisible()
  expect(await listStates(site)).toEqual(['ready', 'ready', 'ready', 'ready'])
})

test('shows the score and labels of a flagged upload', async ({ page, operator, site, visitor }) => {
  await (await visitor()).uploadPhotos(1)
  await site.query(
    `UPDATE media SET review_cause = 'flagged', screening = '{"score": 0.934, "labels": ["porn", "sexy"]}'`,
  )
  const screen = reviewScreen(page)
  await operator.open('/adm/review')
  await expect(screen.picture('photo-1.jpg')).toContainText('Flagged')
  await expect(screen.picture('photo-1.jpg')).toContainText('0.93: porn, sexy')
  await screen.press('Enter')
  await expect(screen.dialog).toContainText('Flagged by screening')
})

test('selects by Shift and by dragging, and declines with a reason and a note', async ({
  page,
  operator,
  site,
  visitor,
}) => {
  await (await visitor()).uploadPhotos(5)
  const screen = reviewScreen(page)
  await operator.open('/adm/review')
  await expect(screen.picture('photo-1.jpg')).toBeFocused()
  await screen.press('Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowLeft')
  await expect(screen.chosen).toHaveText([/photo-1/, /photo-2/])
  await page.getByRole('button', { name: 'Clear' }).click()
  await screen.picture('photo-3.jpg').hover()
  await page.mouse.down()
  await screen.picture('photo-4.jpg').hover()
  await page.mouse.up()
  await screen.picture('photo-5.jpg').click()
  await expect(screen.chosen).toHaveText([/photo-3/, /photo-4/, /photo-5/])
  await screen.press('d')
  await expect(screen.dialog).toHaveAccessibleName('Decline 3 uploads?')
  await screen.dialog.getByRole('radio', { name: 'Spam or advertising' }).check()
  await screen.dialog.getByLabel('Your words').fill('No shop photos')
  await screen.dialog.getByRole('checkbox', { name: /^And never again/ }).check()
  await screen.dialog.getByRole('button', { name: 'Decline 3 uploads' }).click()
  await expect(screen.done).toHaveText('Declined: 3.')
  await expect(screen.picture('photo-1.jpg')).toBeFocused()
  const spam = 'trashed spam No shop photos'
  expect(await listStates(site)).toEqual(['waiting', 'waiting', spam, spam, spam])
  expect(await site.query(`SELECT DISTINCT cause FROM taken_down_media`)).toEqual([{ cause: 'deleted' }])
})

test('decides in the enlarged view and undoes the last decisions first', async ({ page, operator, site, visitor }) => {
  await (await visitor()).uploadPhotos(3)
  const screen = reviewScreen(page)
  await operator.open('/adm/review')
  await expect(screen.picture('photo-1.jpg')).toBeFocused()
  await screen.press('Enter')
  await expect(screen.dialog.getByRole('img', { name: 'photo-1.jpg' })).toBeVisible()
  await screen.press('a')
  await expect(screen.dialog).toHaveAccessibleName('photo-2.jpg')
  await screen.press('Escape')
  await expect(screen.picture('photo-2.jpg')).toBeFocused()
  await screen.press('d', 'Enter')
  await expect(screen.done).toHaveText('Declined: 1.')
  expect(await listStates(site)).toEqual(['ready', 'trashed rules', 'waiting'])
  await screen.press('z')
  await expect(screen.done).toHaveText('Waiting again: 1.')
  expect(await listStates(site)).toEqual(['ready', 'waiting', 'waiting'])
  await screen.press('Shift+A')
  await expect(page.getByText('All caught up')).toBeVisible()
  await screen.press('z')
  await expect(screen.pictures).toHaveText([/photo-2/, /photo-3/])
  await screen.press('z')
  await expect(screen.pictures).toHaveCount(3)
  expect(await listStates(site)).toEqual(['waiting', 'waiting', 'waiting'])
})

test('shows that a picture is unavailable if its file fails to load', async ({ page, operator, visitor, problems }) => {
  problems.expect(/^500 /)
  await (await visitor()).uploadPhotos(1)
  const screen = reviewScreen(page)
  await failing(page, '**/api/admin/trash/*/original', { method: 'GET' })
  await operator.open('/adm/review')
  await expect(screen.picture('photo-1.jpg')).toBeFocused()
  await screen.press('Enter')
  await expect(screen.dialog).toContainText('Image unavailable')
})

test('names the items that another operator decided first', async ({ page, operator, visitor }) => {
  const [first, second] = await (await visitor()).uploadPhotos(3)
  const screen = reviewScreen(page)
  await operator.open('/adm/review')
  await expect(screen.picture('photo-1.jpg')).toBeFocused()
  for (const [item, decision] of [
    [first, 'approve'],
    [second, 'decline'],
  ] as const) {
    const answer = await page.request.post('/api/admin/review/decisions', {
      headers: operator.headers,
      data: { mediaIds: [item?.id], decision },
    })
    expect(answer.ok()).toBe(true)
  }
  await screen.press('Space', 'Shift+ArrowRight', 'a')
  await expect(screen.done).toHaveText('photo-1.jpg: already approved. photo-2.jpg: already declined.')
  await expect(screen.picture('photo-2.jpg')).toContainText('Already declined')
  await expect(page.getByRole('button', { name: 'Approve this one' })).toBeVisible()
})

test('saves which uploads wait for review', async ({ page, operator, site }) => {
  await operator.open('/adm/review')
  const form = page.getByRole('form', { name: 'Review uploads' })
  await form.getByLabel('Review', { exact: true }).selectOption('Uploads of new uploaders')
  await form.getByLabel('Approved uploads needed').fill('5')
  await form.getByLabel('Trust saved accounts').check()
  await form.getByRole('button', { name: 'Save Configuration' }).click()
  const saved = () => site.query<{ values: object }>('SELECT values FROM settings ORDER BY version DESC LIMIT 1')
  await expect.poll(saved).toMatchObject([{ values: { mode: 'new_uploaders', approvals: 5, trustsSaved: true } }])
  await form.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByRole('definition').first()).toHaveText(
    'EverythingUploads of new uploaders',
  )
})
