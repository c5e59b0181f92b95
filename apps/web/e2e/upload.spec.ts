import { expect, test } from './fixtures.ts'
import { film, photo } from './made-media.ts'
import { keyOf, rateScreen } from './rate-screen.ts'
import { expectToast } from './toast.ts'
import { holdUploads, uploadScreen } from './upload-screen.ts'

for (const way of ['browse', 'drop', 'paste'] as const)
  test(`a photo and a film by ${way} reach other visitors`, async ({ page, visitor }) => {
    const upload = uploadScreen(page)
    await upload.open()
    await upload[way](await photo('beach.jpg'), await film('waves.mp4'))
    for (const name of ['beach.jpg', 'waves.mp4']) {
      await expect(upload.row(name)).toContainText('Pending')
      await expect(upload.row(name)).toContainText(/\d\.\d MB/)
    }
    await upload.uploadAll.click()
    for (const name of ['beach.jpg', 'waves.mp4']) await expect(upload.row(name)).toContainText('Completed')
    await expect(upload.toast).toHaveCount(1)
    await expectToast(upload.toast, 'Upload Successful', 'Your media has been uploaded successfully!')

    const other = await visitor()
    const types: string[] = []
    for (let item = await other.next(); item; item = await other.next()) {
      types.push(item.mimeType)
      await other.vote(item.id, true)
    }
    expect(types.sort()).toEqual(['image/jpeg', 'video/mp4'])
    // Nobody rates their own.
    await page.goto('/')
    await expect(page.getByText('No Photos to Rate').or(rateScreen(page).allRated)).toBeVisible()
  })

test('an uploaded photo is shown to somebody else', async ({ page, browser, baseURL }) => {
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(await photo('beach.jpg', { width: 400, height: 300 }))
  const stored = page.waitForResponse('**/api/media/upload')
  await upload.uploadOne('beach.jpg').click()
  const { url } = await (await stored).json()
  await expect(upload.row('beach.jpg')).toContainText('Completed')

  const elsewhere = await browser.newContext({ baseURL })
  const otherPage = await elsewhere.newPage()
  await otherPage.goto('/')
  expect(await rateScreen(otherPage).shown(1)).toBe(keyOf(url))
  await elsewhere.close()
})

test('states and progress: pending, uploading, completed', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  const held = await holdUploads(page)
  await upload.browse(await photo('one.jpg'), await photo('two.jpg', undefined, 90))
  await expect(upload.uploadAll).toBeEnabled()
  await upload.uploadOne('one.jpg').click()
  await expect(upload.row('one.jpg')).toContainText('Uploading')
  await expect(upload.row('one.jpg').getByRole('progressbar')).toBeVisible()
  await expect(upload.row('two.jpg')).toContainText('Pending')
  // Not while something is under way (`visitor.md §4`).
  await expect(upload.uploadAll).toBeDisabled()
  held.letGo()
  await expect(upload.row('one.jpg')).toContainText('Completed')
  await upload.uploadAll.click()
  await expect(upload.row('two.jpg')).toContainText('Completed')
  await expect(upload.uploadAll).toBeDisabled()
  expect(held.sent()).toBe(2)
})

test('the progress of a slow upload grows', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  const { name, mimeType, buffer } = await photo('large.jpg')
  await upload.browse({ name, mimeType, buffer: Buffer.concat([buffer], 3_000_000) })
  const session = await page.context().newCDPSession(page)
  const speed = { downloadThroughput: -1, uploadThroughput: 1_000_000, latency: 0, offline: false }
  await session.send('Network.emulateNetworkConditions', speed)
  await upload.uploadAll.click()
  const progress = async () =>
    Number(await upload.row(name).getByRole('progressbar').getAttribute('aria-valuenow', { timeout: 15_000 }))
  await expect.poll(progress, { intervals: [50] }).toBeGreaterThan(0)
  const early = await progress()
  expect(early).toBeLessThan(100)
  await expect.poll(progress, { intervals: [50] }).toBeGreaterThan(early)
  await expect(upload.row(name)).toContainText('Completed')
})

test('Upload All starts what is pending only', async ({ page, problems }) => {
  problems.expect(/^503 .*\/upload/)
  const upload = uploadScreen(page)
  await upload.open()
  await expect(upload.uploadAll.and(page.locator(':enabled'))).toHaveCount(0)
  await page.route('**/api/media/upload', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await upload.browse(await photo('failed.jpg'))
  await upload.uploadOne('failed.jpg').click()
  await expect(upload.row('failed.jpg')).toContainText('Error')
  await expect(upload.uploadAll).toBeDisabled()

  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/upload') && sent.push(request.method()))
  await upload.browse(await photo('fresh.jpg', undefined, 60))
  await upload.uploadAll.click()
  await expect(upload.row('fresh.jpg')).toContainText('Completed')
  await expect(upload.row('failed.jpg')).toContainText('Error')
  expect(sent).toEqual(['POST'])
})

test('a pending file is removed, a running one is cancelled', async ({ page, site }) => {
  const upload = uploadScreen(page)
  await upload.open()
  const held = await holdUploads(page)
  await upload.browse(
    await photo('kept.jpg'),
    await photo('gone.jpg', undefined, 90),
    await photo('late.jpg', undefined, 180),
  )
  await upload.remove('gone.jpg').click()
  await expect(upload.row('gone.jpg')).toHaveCount(0)
  await upload.uploadAll.click()
  await expect(upload.row('late.jpg')).toContainText('Uploading')
  await upload.cancel('late.jpg').or(upload.remove('late.jpg')).first().click()
  await expect(upload.row('late.jpg').filter({ hasText: 'Uploading' })).toHaveCount(0)
  held.letGo()
  await expect(upload.row('kept.jpg')).toContainText('Completed')
  expect(await site.query('SELECT original_name AS name FROM media')).toEqual([{ name: 'kept.jpg' }])
})
