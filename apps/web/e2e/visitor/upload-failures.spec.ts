import { utimes, writeFile } from 'node:fs/promises'
import { expect, test } from '../support/fixtures.ts'
import { brokenPhoto, photo } from '../support/made-media.ts'
import { goOffline } from '../support/offline.ts'
import { roundTrip } from '../support/round-trip.ts'
import { expectToast } from '../support/toast.ts'
import { holdUploads, uploadScreen } from '../support/upload-screen.ts'

const MB = 1024 * 1024
/** The stored session of a browser that has just started as a new user. */
const SOMEBODY_NEW = JSON.stringify({ sessionId: 'n'.repeat(32), username: '' })

test('explains refused files, also when pasted', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  await upload.drop(
    { name: 'notes.txt', mimeType: 'text/plain', size: 10 },
    { name: 'clip.mov', mimeType: 'video/quicktime', size: 10 },
    { name: 'huge.png', mimeType: 'image/png', size: 20 * MB + 1 },
    { name: 'fits.mp4', mimeType: 'video/mp4', size: 20 * MB },
    await photo('good.jpg'),
  )
  for (const name of ['notes.txt', 'clip.mov']) await expect(upload.row(name)).toContainText('File type must be ')
  await expect(upload.row('clip.mov')).toContainText('This is an iPhone video (.mov). Convert it to MP4 first.')
  await expect(upload.row('huge.png')).toContainText(`File is larger than ${20 * MB} bytes (20 MB)`)
  for (const name of ['fits.mp4', 'good.jpg']) await expect(upload.row(name)).toContainText('Pending')

  await upload.paste({ name: 'photo.png', mimeType: 'image/png', size: 10 * MB + 1 })
  await expectToast(upload.toast, 'Invalid File', 'Image files must be under 10MB')
  await expect(upload.toast).toHaveCount(1)
  await expect(upload.row('photo.png')).toHaveCount(0)

  const many = Array.from({ length: 53 }, (_, n) => ({ name: `photo-${n}.png`, mimeType: 'image/png', size: 1 }))
  await upload.drop(...many)
  await expect(upload.row('photo-50.png and 2 more')).toContainText(
    'Too many files: at most 50 are taken at a time, and these 3 were left out. Add them next.',
  )
  await expect(upload.row('photo-')).toHaveCount(51)
  await expect(upload.row('huge.png').or(upload.row('photo-50.png')).locator('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear completed' }).click()
  await expect(upload.row('photo-')).toHaveCount(50)
  await expect(upload.row('Error')).toHaveCount(0)
})

test('explains a failed upload, retries, and resumes after an outage', async ({ page, problems }) => {
  problems.expect(/^4\d\d .*\/upload/, /ERR_\w+ .*\/upload/)
  const upload = uploadScreen(page)
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/media/upload')) keys.push(request.headers()['idempotency-key'])
  })
  await upload.open()
  await page.route('**/api/media/upload', (route) => route.abort('connectionreset'), { times: 1 })
  await upload.browse(await photo('one.jpg', undefined, 200), await photo('other.jpg', undefined, 240))
  await upload.uploadAll.click()
  for (const state of ['Completed', 'Error'])
    await expect(upload.row(/\.jpg/).filter({ hasText: state })).toHaveCount(1)
  await roundTrip(page)
  await expect(upload.toast).toHaveCount(0)

  // `upload.api.test.ts` covers the text of each answer.
  const text = 'Network error during upload'
  await upload.browse(await photo('network.jpg', undefined, 80))
  await page.route('**/api/media/upload', (route) => route.abort('connectionreset'), { times: 1 })
  await upload.uploadAll.click()
  await expect(upload.row('network.jpg')).toContainText('Error')
  await expect(upload.row('network.jpg').getByText(text, { exact: true })).toBeVisible()
  await upload.retry('network.jpg').click()
  await expect(upload.row('network.jpg')).toContainText('Completed')
  await expect(upload.row('network.jpg')).not.toContainText(text)
  expect(keys.at(-1)).toMatch(/^[\w-]{32}$/)
  expect(keys.at(-2)).toBe(keys.at(-1))
  expect(new Set(keys).size).toBe(3)

  await upload.browse(brokenPhoto('broken.jpg'))
  const refusal = page.waitForResponse('**/api/media/upload')
  await upload.uploadAll.click()
  const { message } = await (await refusal).json()
  await expect(upload.row('broken.jpg')).toContainText('Error')
  await expect(upload.row('broken.jpg')).toContainText(message)
  await expect(upload.retry('broken.jpg')).toHaveCount(0)

  const numbers = [1, 2, 3, 4, 5]
  const rows = upload.row(/lost-/)
  await upload.browse(...(await Promise.all(numbers.map((n) => photo(`lost-${n}.jpg`, undefined, 20 * n + 5)))))
  await goOffline(page)
  await upload.uploadAll.click()
  await expect(rows.filter({ hasText: text })).toHaveCount(3)
  await expect(rows.filter({ hasText: 'Pending' })).toHaveCount(2)
  await expect(upload.uploadAll).toBeEnabled()
  await page.context().setOffline(false)
  await expect(rows.filter({ hasText: 'Completed' })).toHaveCount(5)
})

test('reports a file that changed since it was chosen', async ({ page, problems }) => {
  problems.expect(/ERR_\w+ (blob:|.*\/(upload|assets))/, /dynamically imported/)
  const upload = uploadScreen(page)
  await upload.open()
  const changed = test.info().outputPath('changed.jpg')
  await writeFile(changed, (await photo('changed.jpg', undefined, 300)).buffer)
  await page.getByLabel('Choose photos and videos').setInputFiles(changed)
  await writeFile(changed, 'other bytes')
  await utimes(changed, 0, 0)
  const others = ['a', 'b', 'c', 'd'].map((name, n) => photo(`${name}.jpg`, undefined, 50 * n))
  await upload.browse(...(await Promise.all(others)))
  await upload.uploadAll.click()
  await expect(upload.row('changed.jpg')).toContainText(
    'This file has changed or can no longer be read. Choose it again.',
  )
  await expect(upload.row(/\.jpg/).filter({ hasText: 'Completed' })).toHaveCount(others.length)

  await upload.browse(await photo('later.jpg', undefined, 220))
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await goOffline(page)
  await navigation.getByRole('link', { name: 'My Stats' }).click()
  const failure = page.getByRole('alert').filter({ hasText: 'This page could not be shown' })
  const tryAgain = failure.getByRole('button', { name: 'Try again' })
  await expect(failure).toContainText("you'll lose unfinished uploads")
  await expect(tryAgain).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: 'My Stats' })).toBeVisible()
  await navigation.getByRole('link', { name: 'Upload Media' }).click()
  await expect(upload.row('later.jpg')).toContainText('Pending')
})

test('without network for the session that an upload needs, its row says so', async ({ page, problems }) => {
  problems.expect(/^401 .*\/upload/, /ERR_\w+ .*\/api\/session/)
  const upload = uploadScreen(page)
  const loseSessions = () => page.route('**/api/session', (route) => route.abort('connectionreset'))
  await upload.open()

  await test.step('when the server forgot the visitor', async () => {
    await loseSessions()
    await page.route('**/api/media/upload', (route) => route.fulfill({ status: 401, json: { message: 'Who?' } }))
    await upload.browse(await photo('forgotten.jpg'))
    await upload.uploadAll.click()
    await expect(upload.row('forgotten.jpg')).toContainText('Network error during upload')
    await page.unrouteAll()
    await upload.remove('forgotten.jpg').click()
  })

  await test.step('when another tab began anew meanwhile', async () => {
    const held = await holdUploads(page)
    const hues = { a: 40, b: 120, c: 200, d: 280 }
    for (const [name, hue] of Object.entries(hues)) await upload.browse(await photo(`${name}.jpg`, undefined, hue))
    await upload.uploadAll.click()
    await expect.poll(held.sent).toBe(3)
    await loseSessions()
    const otherTab = await page.context().newPage()
    await otherTab.goto('/icon.svg')
    await page.context().clearCookies()
    await otherTab.evaluate((session) => localStorage.setItem('hotvote-session', session), SOMEBODY_NEW)
    const retry = page.getByRole('button', { name: 'Try again' })
    await expect(retry).toBeVisible()
    const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/session'))
    held.letGo()
    await lost
    await page.unroute('**/api/session')
    // The page also retries by itself.
    await expect(retry).toHaveCount(0)
    for (const name of ['a.jpg', 'd.jpg']) await expect(upload.row(name)).toContainText('You switched accounts')
    await upload.uploadOne('d.jpg').click()
    await expect(upload.row('d.jpg')).toContainText('Completed')
  })
})
