import type { Locator } from '@playwright/test'
import { tabTo } from '../support/accessible.ts'
import { expect, test } from '../support/fixtures.ts'
import { soundFilm } from '../support/made-media.ts'
import { expectKeyboardIn, expectVotes, rateScreen, viewerScreen } from '../support/rate-screen.ts'
import { addPhotos } from '../support/seeded-collection.ts'

test('votes, skips and undoes in the viewer and closes it after the last item', async ({ page, site }) => {
  await addPhotos(site, 4)
  const { rate, viewer, ...screen } = viewerScreen(page)
  const first = await screen.open()
  expect(await screen.shown(1)).toBe(first)
  await viewer.getByRole('button', { name: 'Hot', exact: true }).click()
  const second = await screen.shown(2)
  await expect(viewer.getByText("Hot · You're the first")).toBeVisible()
  await screen.zoomIn.click()
  await expect(screen.scale).toHaveText('150%')
  await rate.not.click()
  await screen.shown(3)
  await rate.skip.click()
  const fourth = await screen.shown(4)
  await rate.takeBack()
  expect(await screen.shown(2)).toBe(second)
  await expectVotes(site, [{ key: first, isHot: true }])
  await rate.hot.click()
  expect(await screen.shown(4)).toBe(fourth)
  await screen.close.click()
  await expect(viewer).toBeHidden()
  expect(await rate.shown(4)).toBe(fourth)
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: second, isHot: true },
  ])
  await page.keyboard.press('Enter')
  await screen.shown(4)
  await page.keyboard.press('h')
  const third = await screen.shown(3)
  await page.keyboard.press('h')
  await expect(rate.allRated).toBeVisible()
  await expect(viewer).toBeHidden()
  await expectVotes(
    site,
    [first, second, third, fourth].map((key) => ({ key, isHot: true })),
  )
})

test("handles the page's keys in the viewer and returns the focus", async ({ page, site }) => {
  await addPhotos(site, 6)
  const { rate, viewer, ...screen } = viewerScreen(page)
  await rate.open()
  const opener = rate.stage.getByRole('button', { name: 'Open full screen' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expectKeyboardIn(viewer)
  const first = await screen.shown(1)
  await page.keyboard.press('ArrowRight')
  const second = await screen.shown(2)
  await expect(
    page.locator('[aria-live=polite]').filter({ hasText: /You voted Hot\. 100% hot.*1 vote\./ }),
  ).toHaveCount(1)
  await page.keyboard.press('n')
  await screen.shown(3)
  await page.keyboard.press('z')
  expect(await screen.shown(2)).toBe(second)
  await page.keyboard.press('ArrowLeft')
  await screen.shown(3)
  await page.keyboard.press('Space')
  const fourth = await screen.shown(4)
  await rate.hot.click()
  await screen.shown(5)
  await page.keyboard.press('Space')
  await screen.shown(6)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expectKeyboardIn(keys)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await screen.shown(6)
  await tabTo(page, rate.not)
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(opener).toBeFocused()
  await expectVotes(site, [
    { key: first, isHot: true },
    { key: second, isHot: false },
    { key: fourth, isHot: true },
  ])
})

test('remembers the sound setting on the stage and in the viewer', async ({ page, visitor }) => {
  const uploader = await visitor()
  for (const shape of ['wide', 'tall'] as const) await uploader.upload(await soundFilm(`${shape}.mp4`, shape))
  const { stage, viewer, ...rate } = rateScreen(page)
  const staged = stage.getByLabel(/^Video \d+, uploaded/)
  const shown = viewer.getByLabel(/^Video \d+, uploaded/)
  const isMuted = (video: Locator) => expect.poll(() => video.evaluate(({ muted }: HTMLVideoElement) => muted))
  await page.goto('/')
  await rate.settled()
  await isMuted(staged).toBe(true)
  await stage.getByRole('button', { name: 'Turn sound on' }).click()
  await isMuted(staged).toBe(false)
  await rate.skip.click()
  await expect(stage.getByLabel(/^Video 2, uploaded/)).toBeVisible()
  await rate.settled()
  await isMuted(staged).toBe(false)
  await page.keyboard.press('Enter')
  await isMuted(shown).toBe(false)
  await expectKeyboardIn(viewer)
  await shown.evaluate(
    (video: HTMLVideoElement) =>
      new Promise((heard) => {
        video.addEventListener('volumechange', heard, { once: true })
        video.muted = true
      }),
  )
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await isMuted(staged).toBe(true)
  await page.reload()
  await rate.settled()
  await isMuted(staged).toBe(true)
  await expect(stage.getByRole('button', { name: 'Turn sound on' })).toBeVisible()
})
