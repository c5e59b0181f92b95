import type { Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { brokenPhoto, film, photo } from './made-media.ts'
import { expectToast } from './toast.ts'
import { uploadScreen } from './upload-screen.ts'

const MB = 1024 * 1024

test('what the drop zone refuses says why, and too many files at once are refused', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  await upload.drop(
    { name: 'notes.txt', mimeType: 'text/plain', size: 10 },
    { name: 'clip.mov', mimeType: 'video/quicktime', size: 10 },
    { name: 'huge.png', mimeType: 'image/png', size: 20 * MB + 1 },
    { name: 'huge.mp4', mimeType: 'video/mp4', size: 20 * MB + 1 },
    { name: 'fits.png', mimeType: 'image/png', size: 20 * MB },
    { name: 'fits.mp4', mimeType: 'video/mp4', size: 20 * MB },
    await photo('good.jpg'),
  )
  for (const name of ['notes.txt', 'clip.mov']) await expect(upload.row(name)).toContainText('File type must be ')
  for (const name of ['huge.png', 'huge.mp4'])
    await expect(upload.row(name)).toContainText(`File is larger than ${20 * MB} bytes (20 MB)`)
  for (const name of ['fits.png', 'fits.mp4', 'good.jpg']) await expect(upload.row(name)).toContainText('Pending')

  const many = Array.from({ length: 200 }, (_, n) => ({ name: `photo-${n}.png`, mimeType: 'image/png', size: 1 }))
  await upload.drop(...many)
  await expect(upload.row('photo-199.png')).toContainText('Too many files')
})

test('a pasted file over the limit, or of another kind, is an Invalid File', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  for (const { name, mimeType, size, text } of [
    { name: 'photo.png', mimeType: 'image/png', size: 10 * MB + 1, text: 'Image files must be under 10MB' },
    { name: 'film.mp4', mimeType: 'video/mp4', size: 20 * MB + 1, text: 'Video files must be under 20MB' },
    {
      name: 'notes.pdf',
      mimeType: 'application/pdf',
      size: 10,
      text: 'Only JPEG, PNG, GIF and WebP images and MP4 videos are accepted',
    },
  ])
    await test.step(name, async () => {
      await upload.paste({ name, mimeType, size })
      await expectToast(upload.toast, 'Invalid File', text)
      await expect(upload.toast).toHaveCount(1)
      await expect(upload.row(name)).toHaveCount(0)
    })
})

const ANSWERS = [
  { name: 'no-words.jpg', answer: { status: 502, body: '' }, text: 'Upload failed with status 502' },
  { name: 'proxy.jpg', answer: { status: 504, body: '<h1>Gateway</h1>' }, text: 'Upload failed with status 504' },
  { name: 'message.jpg', answer: { status: 409, json: { message: 'Not today' } }, text: 'Not today' },
  { name: 'no-answer.jpg', answer: { status: 201, body: 'not what it should be' }, text: 'Upload failed' },
  { name: 'network.mp4', answer: undefined, text: 'Network error during upload' },
]

test('an upload that fails says why in its row, and the retry', async ({ page, problems }) => {
  problems.expect(/^(409|50\d) .*\/upload/, /ERR_\w+ .*\/upload/)
  const upload = uploadScreen(page)
  await upload.open()
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/media/upload')) keys.push(request.headers()['idempotency-key'])
  })
  for (const [n, { name, answer, text }] of ANSWERS.entries())
    await test.step(name, async () => {
      await upload.browse(answer ? await photo(name, undefined, 40 * n) : await film(name))
      const fail = (route: Route) => (answer ? route.fulfill(answer) : route.abort('connectionreset'))
      await page.route('**/api/media/upload', fail, { times: 1 })
      await upload.uploadAll.click()
      await expect(upload.row(name)).toContainText('Error')
      await expect(upload.row(name).getByText(text, { exact: true })).toBeVisible()
      await upload.retry(name).click()
      await expect(upload.row(name)).toContainText('Completed')
      await expect(upload.row(name)).not.toContainText(text)
      // The server knows by it that this is the same file again.
      expect(keys.at(-1)).toMatch(/^[\w-]{32}$/)
      expect(keys.at(-2)).toBe(keys.at(-1))
    })
  expect(new Set(keys).size).toBe(ANSWERS.length)
})

test('a broken picture shows what the server says', async ({ page, problems }) => {
  problems.expect(/^4\d\d .*\/upload/)
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(brokenPhoto('broken.jpg'))
  const refusal = page.waitForResponse('**/api/media/upload')
  await upload.uploadAll.click()
  const { message } = await (await refusal).json()
  await expect(upload.row('broken.jpg')).toContainText('Error')
  await expect(upload.row('broken.jpg')).toContainText(message)
})
