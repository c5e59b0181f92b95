import { expect, test } from './fixtures.ts'
import { brokenPhoto, film, photo } from './made-media.ts'
import { expectToast } from './toast.ts'
import { uploadScreen } from './upload-screen.ts'

const MB = 1024 * 1024

test('what the drop zone refuses says why', async ({ page }) => {
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
    await expect(upload.row(name)).toContainText(`File is larger than ${20 * MB} bytes`)
  for (const name of ['fits.png', 'fits.mp4', 'good.jpg']) await expect(upload.row(name)).toContainText('Pending')
})

test('too many files at once are refused', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  const many = Array.from({ length: 200 }, (_, n) => ({ name: `photo-${n}.png`, mimeType: 'image/png', size: 1 }))
  await upload.drop(...many)
  await expect(upload.row('photo-199.png')).toContainText('Too many files')
})

const PASTED = [
  { name: 'photo.png', mimeType: 'image/png', limit: 10 * MB, text: 'Image files must be under 10MB' },
  { name: 'film.mp4', mimeType: 'video/mp4', limit: 20 * MB, text: 'Video files must be under 20MB' },
]
for (const { name, mimeType, limit, text } of PASTED)
  test(`a pasted ${mimeType} over the limit: ${text}`, async ({ page }) => {
    const upload = uploadScreen(page)
    await upload.open()
    await upload.paste({ name, mimeType, size: limit + 1 })
    await expectToast(upload.toast, 'Invalid File', text)
    await expect(upload.row(name)).toHaveCount(0)
  })

test('a pasted file of another kind is an Invalid File', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  await upload.paste({ name: 'notes.pdf', mimeType: 'application/pdf', size: 10 })
  await expect(upload.toast).toHaveCount(1)
  await expect(upload.toast).toContainText('Invalid File')
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

const ANSWERS = [
  { what: 'a status without words', answer: { status: 502, body: '' }, text: 'Upload failed with status 502' },
  {
    what: 'a page of a proxy',
    answer: { status: 504, body: '<h1>Gateway</h1>' },
    text: 'Upload failed with status 504',
  },
  { what: 'a message', answer: { status: 409, json: { message: 'Not today' } }, text: 'Not today' },
]
for (const { what, answer, text } of ANSWERS)
  test(`an upload that is answered with ${what}, and the retry`, async ({ page, problems }) => {
    problems.expect(/^(409|50\d) .*\/upload/)
    const upload = uploadScreen(page)
    await upload.open()
    await upload.browse(await photo('photo.jpg'))
    await page.route('**/api/media/upload', (route) => route.fulfill(answer), { times: 1 })
    await upload.uploadAll.click()
    await expect(upload.row('photo.jpg')).toContainText('Error')
    await expect(upload.row('photo.jpg').getByText(text, { exact: true })).toBeVisible()
    await upload.retry('photo.jpg').click()
    await expect(upload.row('photo.jpg')).toContainText('Completed')
    await expect(upload.row('photo.jpg')).not.toContainText(text)
  })

test('an answer that is none: Upload failed', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(await photo('photo.jpg'))
  await page.route('**/api/media/upload', (route) => route.fulfill({ status: 201, body: 'not what it should be' }))
  await upload.uploadAll.click()
  await expect(upload.row('photo.jpg').getByText('Upload failed', { exact: true })).toBeVisible()
})

test('a network that breaks, and the retry', async ({ page, problems }) => {
  problems.expect(/ERR_\w+ .*\/upload/)
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(await film('film.mp4'))
  await page.route('**/api/media/upload', (route) => route.abort('connectionreset'), { times: 1 })
  await upload.uploadAll.click()
  await expect(upload.row('film.mp4').getByText('Network error during upload', { exact: true })).toBeVisible()
  await upload.retry('film.mp4').click()
  await expect(upload.row('film.mp4')).toContainText('Completed')
})
