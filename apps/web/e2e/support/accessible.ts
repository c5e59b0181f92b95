import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Frame, type Locator, type Page } from '@playwright/test'
import type { run } from 'axe-core'
import { animationsEnded, finishAnimations } from './rendering.ts'

declare global {
  var axe: { run: typeof run }
}

/** Also checks ads, which run in frames of other origins. */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`

/** Sends axe, a large script, only once per page. */
const bringAxe = async (frame: Frame) => {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE)
}

/** Runs axe without transitions: a half-faded element has a misleading contrast. */
const violationsOn = (page: Page, only?: string[]) =>
  page.evaluate(async (rules) => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation-duration: 0s !important }')
    document.adoptedStyleSheets.push(still)
    const { violations } = await axe.run({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still)
    return violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    }))
  }, only)

/** Ids of live regions with `display: none`, which screen readers do not announce. */
const listUnannounced = (page: Page) =>
  page
    .locator('[aria-live=polite], [role=status]')
    .evaluateAll((regions) => regions.filter((one) => getComputedStyle(one).display === 'none').map((one) => one.id))

/** Properties that move something despite reduced motion; fades and colours are allowed. */
const listAnimations = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
      .flatMap((frame) => Object.keys(frame))
      .filter((name) =>
        /^(transform|translate|rotate|scale|width|height|top|left|right|bottom|margin.*|inset.*)$/.test(name),
      ),
  )

/** Runs all axe rules in the light theme, but only contrast in the dark one. */
export const expectAccessible = async (page: Page) => {
  await Promise.all(page.frames().map(bringAxe))
  for (const [colorScheme, rules] of [['light'], ['dark', ['color-contrast']]] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await finishAnimations(page)
    expect(await violationsOn(page, rules && [...rules]), colorScheme).toEqual([])
  }
  expect(await listUnannounced(page), 'hidden live regions').toEqual([])
  expect(await listAnimations(page), 'movements').toEqual([])
}

const MOST_STOPS = 40

const picture = async (page: Page, target: Locator) => {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('Nothing there to look at')
  const clip = { x: Math.max(0, box.x - 6), y: Math.max(0, box.y - 6), width: box.width + 12, height: box.height + 12 }
  return (await page.screenshot({ clip, animations: 'disabled' })).toString('base64')
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

export const pressTabTo = async (page: Page, target: Locator) => {
  for (let stops = 0; stops < MOST_STOPS && !(await hasFocus(target)); stops++) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

/** Tabs to the target and checks that its focus is visible. */
export const tabTo = async (page: Page, target: Locator) => {
  await expect(target).toBeVisible()
  // A running animation would look like a focus ring.
  await animationsEnded(page)
  const before = (await hasFocus(target)) ? '' : await picture(page, target)
  await pressTabTo(page, target)
  expect((await picture(page, target)) === before, 'the focus cannot be seen').toBe(false)
}
