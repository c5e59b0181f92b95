import { expect, test } from '../support/fixtures.ts'
import { photo } from '../support/made-media.ts'
import { expectVotes, rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { uploadScreen } from '../support/upload-screen.ts'

test.beforeEach(async ({ site, visitor, problems }) => {
  problems.expect(/^403 .*\/api\/(votes|media\/upload)/)
  await addPhotos(site, 2)
  await site.saveSetting('access', { asksProof: true })
  const isAsked = async () => {
    const other = await visitor()
    const item = await other.next()
    await expect(other.vote(item?.id ?? 0, true)).rejects.toThrow('proof_required')
  }
  // Processes read the setting once a second.
  await expect(isAsked).toPass()
  await site.query('DELETE FROM votes')
})

test('sends the first vote again with a proof of work, and later ones without', async ({ page, site }) => {
  const statuses: number[] = []
  page.on('response', (answer) => answer.url().endsWith('/api/votes') && statuses.push(answer.status()))
  const rate = rateScreen(page)
  const first = await rate.open()
  await rate.hot.click()
  const second = await rate.shown(2)
  await rate.not.click()
  const votes = [
    { key: first, isHot: true },
    { key: second, isHot: false },
  ]
  await expectVotes(site, votes)
  expect(statuses).toEqual([403, 201, 201])
})

test('sends the first upload again with a proof of work', async ({ page }) => {
  const upload = uploadScreen(page)
  await upload.open()
  await upload.browse(await photo('mine.jpg'))
  await upload.uploadAll.click()
  await expect(upload.row('mine.jpg')).toContainText('Completed')
})
