import { expect, test } from '../support/fixtures.ts'
import { film, photo } from '../support/made-media.ts'
import { expectVotes, saveData } from '../support/rate-screen.ts'
import { renditionsMade } from '../support/renditions.ts'
import { allAnswered } from '../support/requests-under-way.ts'
import { addPhotos } from '../support/seeded-collection.ts'
import { fingers } from '../support/touch.ts'
import { boxOf, viewerScreen } from '../support/viewer-screen.ts'

test('zoom by key, button, wheel and double click', async ({ page, site }) => {
  await addPhotos(site, 2)
  const { rate, viewer, ...screen } = viewerScreen(page)
  await screen.open()
  const key = await screen.shown(1)
  const whole = await boxOf(screen.picture(1))
  await page.keyboard.press('+')
  await expect(screen.scale).toHaveText('150%')
  expect((await boxOf(screen.picture(1))).width).toBeCloseTo(1.5 * whole.width, 0)
  await page.keyboard.press('-')
  await expect(screen.scale).toHaveCount(0)
  expect(await boxOf(screen.picture(1))).toEqual(whole)

  await screen.zoomIn.click()
  await screen.zoomIn.click()
  await screen.zoomIn.click()
  await expect(screen.scale).toHaveText('338%')
  const zoomed = await boxOf(screen.picture(1))

  const panel = await boxOf(viewer.getByRole('group', { name: 'Your vote' }))
  const middle = panel.x + panel.width / 2
  const edge = await page.evaluate((left) => {
    let top = 0
    while (document.elementFromPoint(left, top + 1)?.closest('.touch-none')) top += 1
    return top
  }, middle)
  await page.mouse.move(middle, edge - 2)
  await page.mouse.down()
  await page.mouse.move(middle, edge + 3)
  await page.mouse.up()
  await page.mouse.move(middle, edge - 60)
  await page.mouse.move(middle, edge - 120)
  expect(await boxOf(screen.picture(1))).toEqual(zoomed)

  await page.keyboard.press('Shift+ArrowRight')
  expect((await boxOf(screen.picture(1))).x).toBeCloseTo(zoomed.x - 80, 0)
  for (let times = 0; times < 20; times++) await page.keyboard.press('Shift+ArrowLeft')
  expect((await boxOf(screen.picture(1))).x).toBeCloseTo(0, 0)
  await page.keyboard.press('0')
  await expect(screen.scale).toHaveCount(0)
  await expect(screen.zoomOut).toHaveAttribute('aria-disabled', 'true')

  const at = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 4 }
  await page.mouse.dblclick(at.x, at.y)
  await expect(screen.scale).toHaveText('250%')
  const { y, height } = await boxOf(screen.picture(1))
  expect((at.y - y) / height).toBeCloseTo(1 / 4, 2)
  await page.mouse.down()
  await page.mouse.move(at.x, at.y - 30)
  await page.mouse.move(at.x, at.y - 60)
  await page.mouse.up()
  expect((await boxOf(screen.picture(1))).y).toBeCloseTo(y - 60, 0)
  await expect(viewer).toBeVisible()
  await page.mouse.dblclick(at.x, at.y)
  await expect(screen.scale).toHaveCount(0)

  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect(screen.scale).toHaveText('128%')
  await page.keyboard.press('ArrowRight')
  await screen.shown(2)
  await expect(screen.scale).toHaveCount(0)
  await expect(rate.hot).toBeVisible()
  await expectVotes(site, [{ key, isHot: true }])

  const next = await boxOf(screen.picture(2))
  await page.mouse.click(next.x + next.width / 2, next.y + next.height / 2)
  await expect(viewer).toBeVisible()
  await expect(screen.scale).toHaveCount(0)
  await page.mouse.click(next.x - 20, next.y + next.height / 2)
  await expect(viewer).toBeHidden()
})

test('enlarges a long screenshot to its own pixels', { tag: '@phone' }, async ({ page, visitor }) => {
  await (await visitor()).upload(await photo('long.jpg', { width: 300, height: 16_000 }))
  const screen = viewerScreen(page)
  await screen.open()
  await screen.shown(1)
  for (let presses = 0; presses < 14; presses++) await screen.zoomIn.click()
  const { width, height } = await boxOf(screen.picture(1))
  expect(width).toBeGreaterThanOrEqual(290)
  expect(height).toBeCloseTo(16_000, -2)
})

test('zooms, pans and closes the viewer by touch', {
  tag: '@phone-only',
}, async ({ page, site }) => {
  await addPhotos(site, 1)
  const { viewer, ...screen } = viewerScreen(page)
  await screen.open()
  await screen.shown(1)
  const whole = await boxOf(screen.picture(1))
  const middle = { x: whole.x + whole.width / 2, y: whole.y + whole.height / 2 }
  const by = (x: number, y: number) => ({ x: middle.x + x, y: middle.y + y })
  const touch = await fingers(page)
  await page.touchscreen.tap(middle.x, middle.y)
  await expect(viewer).toBeVisible()
  await expect(screen.scale).toHaveCount(0)

  await touch.drag([by(-30, 0), by(30, 0)], [by(-90, 0), by(90, 0)])
  await expect(screen.scale).toHaveText('300%')
  const zoomed = await boxOf(screen.picture(1))
  expect(zoomed.width).toBeCloseTo(3 * whole.width, 0)
  await touch.drag([by(0, 0)], [by(-60, 0)])
  await expect.poll(async () => (await boxOf(screen.picture(1))).x).toBeLessThan(zoomed.x - 40)
  await touch.drag([by(0, -100)], [by(0, 200)])
  await expect(viewer).toBeVisible()
  await expect(screen.scale).toHaveText('300%')
  await touch.drag([by(-90, 0), by(90, 0)], [by(-20, 0), by(20, 0)])
  await expect(screen.scale).toHaveCount(0)
  expect(await boxOf(screen.picture(1))).toEqual(whole)

  await touch.doubleTap(by(0, 0))
  await expect(screen.scale).toHaveText('250%')
  await touch.doubleTap(by(0, 0))
  await expect(screen.scale).toHaveCount(0)

  for (const end of [by(150, 20), by(-150, 20), by(0, -200)]) await touch.drag([by(0, 0)], [end])
  await expect(viewer).toBeVisible()
  expect(await boxOf(screen.picture(1))).toEqual(whole)
  await touch.drag([by(0, 0)], [by(10, 200)])
  await expect(viewer).toBeHidden()
  await expect(screen.rate.item(1)).toBeVisible()
  await page.keyboard.press('Enter')
  await screen.shown(1)
  expect(await boxOf(screen.picture(1))).toEqual(whole)
  await page.touchscreen.tap(middle.x, whole.y - 40)
  await expect(viewer).toBeHidden()
})

test('a film is zoomed and swiped away by fingers, too, and keeps its controls for taps', {
  tag: '@phone-only',
}, async ({ page, visitor }) => {
  await (await visitor()).upload(await film('film.mp4', 'tall'))
  const { rate, viewer, ...screen } = viewerScreen(page)
  await page.goto('/')
  await rate.settled()
  await page.keyboard.press('Enter')
  const shown = viewer.getByLabel(/^Video 1, uploaded/)
  const { x, y, width, height } = await boxOf(shown)
  const at = (right: number, down: number) => ({ x: x + width / 2 + right, y: y + height / 2 + down })
  const touch = await fingers(page)
  await touch.doubleTap(at(0, 0))
  await touch.drag([at(-30, 0), at(30, 0)], [at(-60, 0), at(60, 0)])
  await expect(screen.scale).toHaveText('200%')
  await expect(shown).not.toHaveAttribute('controls')
  await screen.zoomOut.click()
  await screen.zoomOut.click()
  await expect(screen.scale).toHaveCount(0)
  await expect(shown).toHaveAttribute('controls')
  // Gestures on the video's controls are left to the browser.
  await touch.drag([{ x: x + width / 2, y: y + height - 20 }], [at(0, height / 2 + 40)])
  await expect(viewer).toBeVisible()
  await touch.drag([at(0, -100)], [at(0, 100)])
  await expect(viewer).toBeHidden()
})

test('where data is saved, the original is fetched for who looks closer, and for nobody else', async ({
  page,
  site,
  visitor,
}) => {
  const items = await (await visitor()).uploadPhotos(2)
  await renditionsMade(site)
  await saveData(page)
  const originals: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (items.some(({ url }) => url.endsWith(pathname))) originals.push(pathname)
  })
  const { rate, ...screen } = viewerScreen(page)
  await screen.open()
  await screen.shown(1)
  await rate.hot.click()
  await screen.shown(2)
  await allAnswered(page)
  expect(originals).toEqual([])
  await screen.zoomIn.click()
  await expect.poll(() => originals).toHaveLength(1)
  await screen.zoomOut.click()
  await expect(screen.scale).toHaveCount(0)
  await allAnswered(page)
  expect(originals).toHaveLength(1)
})
