import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { finishAnimations } from './animations.ts'

/** The builder's own source of axe is twice as large, and is sent to and parsed by each page. */
const minifiedAxe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Checks a page without frames in axe's legacy mode: the other mode opens a page of its own to reach frames of other
 * origins, which takes as long as the check. Nor is axe sent again to a page that has it from an earlier check.
 */
const axe = async (page: Page) => {
  const isAlone = page.frames().length === 1
  const hasAxe = isAlone && (await page.evaluate(() => 'axe' in window))
  const builder = new AxeBuilder({ page, axeSource: hasAxe ? ';' : minifiedAxe })
  return builder.setLegacyMode(isAlone).options({ resultTypes: ['violations'] })
}

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

/**
 * What changes or comes while axe looks is there at once: half-way, a button that is enabled again has the contrast of
 * neither state, and a note that fades in has none yet. Returns what ends that.
 */
const skipAnimations = async (page: Page) => {
  const sheet = await page.evaluateHandle(() => {
    const made = new CSSStyleSheet()
    made.replaceSync('*, ::before, ::after { transition: none !important; animation-duration: 0s !important }')
    document.adoptedStyleSheets.push(made)
    return made
  })
  return () =>
    page.evaluate((ended) => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== ended)
    }, sheet)
}

/** Axe finds nothing: by all its rules in the light theme, by those of contrast in the dark one, as only colours differ. */
export const expectAccessible = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await finishAnimations(page)
    const allowAnimations = await skipAnimations(page)
    const look = await axe(page)
    if (colorScheme === 'dark') look.withRules('color-contrast')
    const { violations } = await look.analyze()
    await allowAnimations()
    const found = violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    }))
    expect(found, colorScheme).toEqual([])
  }
  expect(await unheardOn(page), 'hidden live regions').toEqual([])
  expect(await movingOn(page), 'movements').toEqual([])
}
