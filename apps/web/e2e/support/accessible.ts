import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Frame, type Page } from '@playwright/test'
import type { run } from 'axe-core'
import { finishAnimations } from './animations.ts'

declare global {
  var axe: { run: typeof run }
}

/** Frames of other origins, where advertisements run, answer it as well. */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`

/** It is large: a page that has it from an earlier look is not sent it again. */
const bringAxe = async (frame: Frame) => {
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(AXE)
}

/**
 * What axe finds on the page, by all its rules or by the given ones. What changes or comes while it looks is there at once:
 * half-way, a button that is enabled again has the contrast of neither state, and a note that fades in has none yet.
 */
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

/** Ids of live regions with `display: none`: screen readers do not announce what appears in them. */
const unheardOn = (page: Page) =>
  page
    .locator('[aria-live=polite], [role=status]')
    .evaluateAll((regions) => regions.filter((one) => getComputedStyle(one).display === 'none').map((one) => one.id))

/** Animated properties that move something although the visitor prefers reduced motion; fading and colours may go on. */
const movingOn = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
      .flatMap((frame) => Object.keys(frame))
      .filter((name) =>
        /^(transform|translate|rotate|scale|width|height|top|left|right|bottom|margin.*|inset.*)$/.test(name),
      ),
  )

/** Axe finds nothing: by all its rules in the light theme, by those of contrast in the dark one, as only colours differ. */
export const expectAccessible = async (page: Page) => {
  await Promise.all(page.frames().map(bringAxe))
  for (const [colorScheme, rules] of [['light'], ['dark', ['color-contrast']]] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await finishAnimations(page)
    expect(await violationsOn(page, rules && [...rules]), colorScheme).toEqual([])
  }
  expect(await unheardOn(page), 'hidden live regions').toEqual([])
  expect(await movingOn(page), 'movements').toEqual([])
}
