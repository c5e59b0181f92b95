import { expect, test } from '../support/fixtures.ts'
import { film, photo } from '../support/made-media.ts'
import { rateScreen } from '../support/rate-screen.ts'
import { expectToast } from '../support/toast.ts'
import { holdUploads, uploadScreen } from '../support/upload-screen.ts'

test('uploads photos and films by browse, drop and paste for other visitors', async ({ page, visitor }) => {
  const upload = uploadScreen(page)
  await upload.open()
  const names: string[] = []
  // Repeated text must be a new node, or screen readers stay silent.
  const announced = page.getByText('2 files added').and(page.locator(':not([data-heard])'))
  for (const [n, way] of (['browse', 'drop', 'paste'] as const).entries())
    await test.step(way, async () => {
      const files = [await photo(`${way}.jpg`, undefined, 60 * n), await film(`${way}.mp4`)]
      await upload[way](...files)
      await announced.evaluate((text) => text.setAttribute('data-heard', ''))
      for (const { name } of files) {
        names.push(name)
        await expect(upload.row(name)).toContainText('Pending')
        await expect(upload.row(name)).toContainText(/\d\.\d MB/)
      }
    })
  await upload.uploadAll.click()
  for (const name of names) await expect(upload.row(name)).toContainText('Completed')
  await expect(upload.toast).toHaveCount(1)
  await expectToast(upload.toast, 'Upload Successful', 'Your media has been uploaded successfully!')

  const other = await visitor()
  const types: string[] = []
  for (let item = await other.next(); item; item = await other.next()) {
    types.push(item.mimeType)
    await other.vote(item.id, true)
  }
  expect(types.sort()).toEqual([...Array(3).fill('image/jpeg'), ...Array(3).fill('video/mp4')])
  await page.goto('/')
  await expect(page.getByText('No Photos to Rate').or(rateScreen(page).allRated)).toBeVisible()
})

test('shows each state of an upload, and can remove or cancel it', async ({ page, site, problems }) => {
  problems.expect(/^500 .*\/upload/)
  const upload = uploadScreen(page)
  await upload.open()
  await expect(upload.uploadAll.and(page.locator(':enabled'))).toHaveCount(0)
  const held = await holdUploads(page)
  await page.route('**/api/media/upload', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await upload.browse(await photo('failed.jpg', undefined, 60))
  await upload.uploadOne('failed.jpg').click()
  await expect(upload.row('failed.jpg')).toContainText('Error')
  await expect(upload.uploadAll).toBeDisabled()

  await upload.browse(await photo('one.jpg'), await photo('two.jpg', undefined, 90))
  await expect(upload.uploadAll).toBeEnabled()
  await upload.uploadOne('one.jpg').click()
  await expect(upload.row('one.jpg')).toContainText('Uploading')
  await expect(upload.row('one.jpg').getByRole('progressbar')).toBeVisible()
  await expect(upload.row('two.jpg')).toContainText('Pending')
  const ring = page.getByRole('link', { name: 'Uploading, Upload Media' })
  await expect(ring).toBeVisible()
  // Disabled during an upload (`visitor.md §4`).
  await expect(upload.uploadAll).toBeDisabled()
  held.letGo()
  await expect(upload.row('one.jpg')).toContainText('Completed')
  await expect(ring).toHaveCount(0)
  await upload.uploadAll.click()
  await expect(upload.row('two.jpg')).toContainText('Completed')
  await expect(upload.uploadAll).toBeDisabled()
  await expect(page.getByText('2 of 3 files done · 1 failed')).toBeVisible()
  await expect(upload.row('failed.jpg')).toContainText('Error')
  expect(held.sent()).toBe(2)

  const heldAgain = await holdUploads(page)
  await upload.browse(
    await photo('kept.jpg', undefined, 270),
    await photo('gone.jpg', undefined, 300),
    await photo('late.jpg', undefined, 330),
  )
  await upload.remove('gone.jpg').click()
  await expect(upload.row('gone.jpg')).toHaveCount(0)
  await upload.uploadAll.click()
  await expect(upload.row('late.jpg')).toContainText('Uploading')
  const cutOff = page.waitForEvent('requestfailed')
  await upload.cancel('late.jpg').click()
  await cutOff
  await expect(upload.row('late.jpg').filter({ hasText: 'Uploading' })).toHaveCount(0)
  heldAgain.letGo()
  await expect(upload.row('kept.jpg')).toContainText('Completed')
  expect(await site.query('SELECT original_name AS name FROM media ORDER BY id')).toEqual([
    { name: 'one.jpg' },
    { name: 'two.jpg' },
    { name: 'kept.jpg' },
  ])
})
