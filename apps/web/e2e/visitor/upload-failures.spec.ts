import { goOffline } from '../support/browser-state.ts'
import { expect, test } from '../support/fixtures.ts'
import { brokenPhoto, photo } from '../support/made-media.ts'
import { expectToast } from '../support/toast.ts'
import { uploadScreen } from '../support/upload-screen.ts'

const MB = 1024 * 1024

test('explains refused files, even pasted ones', async ({ page }) => {
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
  await expectToast(upload.toast, 'Too many files', "You can add 50 at a time. 3 weren't added.")
  await expect(upload.row('photo-')).toHaveCount(50)
  await expect(upload.row('huge.png').locator('img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear finished' }).click()
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
  expect(keys).toEqual([keys[0], keys[0]])

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
