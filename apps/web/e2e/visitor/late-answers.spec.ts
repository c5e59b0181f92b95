import { holdCalls } from '../support/calls.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectVotes, rateScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

/** Milliseconds until an answer counts as lost, and until the page has surely retried. */
const LOST_MS = 20_000
const AGAIN_MS = 2000

test('shows that the server does not answer, recovers and keeps a vote', async ({ page, site, problems }) => {
  // A retried vote may be refused if only its answer was lost.
  problems.expect(/^409 .*\/api\/votes/)
  await addPhotos(site, 2)
  const rate = rateScreen(page)
  await page.clock.install()
  await page.goto('/upload')
  const draws = await holdCalls(page, '**/api/media/random/**')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Rate Photos' }).click()
  const loseTwo = async (held: unknown[]) => {
    for (const nth of [1, 2]) {
      await expect.poll(() => held.length).toBe(nth)
      await page.clock.runFor(LOST_MS)
      await page.clock.runFor(AGAIN_MS)
    }
  }
  await loseTwo(draws.held)
  await expect(page.getByRole('heading', { name: "The server didn't answer" })).toBeVisible()
  draws.release()
  const first = await rate.shown(1)

  const votes = await holdCalls(page, '**/api/votes')
  await rate.hot.click()
  await expect.poll(() => votes.held.length).toBe(1)
  await page.clock.runFor(LOST_MS)
  votes.release()
  await expect
    .poll(async () => {
      await page.clock.runFor(AGAIN_MS)
      return votes.held.length
    })
    .toBe(2)
  await expectVotes(site, [{ key: first, isHot: true }])
})
