import { addTakedown } from '../support/admin-takedowns-screen.ts'
import { expect, test } from '../support/fixtures.ts'
import { show } from '../support/page-visibility.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { roundTrip } from '../support/round-trip.ts'

test('the overview polls, and not in a hidden tab', async ({ page, operator, site }) => {
  const pending = (count: number) => page.getByRole('link', { name: `Pending takedowns ${count}` })
  await page.clock.install()
  await operator.open('/adm')
  await expect(pending(0)).toBeVisible()
  await addTakedown(site)
  await page.clock.fastForward(5000)
  await expect(pending(1)).toBeVisible()

  await show(page, 'hidden')
  await allAnswered(page)
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && calls.push(request.url()))
  await addTakedown(site)
  await page.clock.runFor(60_000)
  await roundTrip(page)
  expect(calls).toEqual([])
  await show(page, 'visible')
  await page.clock.fastForward(5000)
  await expect(pending(2)).toBeVisible()
})
