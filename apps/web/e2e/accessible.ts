import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { finishAnimations } from './animations.ts'

/** Half as much to send to each page, and to read there, as what the builder takes by itself. */
const minifiedAxe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Frames of other origins are seen only from a page of axe's own, which costs as much as the look itself. So does sending
 * axe to a page that has it from an earlier look.
 */
const axe = async (page: Page) => {
  const isAlone = page.frames().length === 1
  const hasAxe = isAlone && (await page.evaluate(() => 'axe' in window))
  const builder = new AxeBuilder({ page, axeSource: hasAxe ? ';' : minifiedAxe })
  return builder.setLegacyMode(isAlone).options({ resultTypes: ['violations'] })
}

/** Live regions that are not drawn before they speak, and so are not heard when they do. */
const unheardOn = (page: Page) =>
  page
    .locator('[aria-live=polite], [role=status]')
    .evaluateAll((regions) => regions.filter((one) => getComputedStyle(one).display === 'none').map((one) => one.id))

/** What would move although its visitor asked for stillness: fading and colours do not. */
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

/** Axe finds nothing, by all its rules in the light; in the dark colours alone differ. */
export const expectAccessible = async (page: Page) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await finishAnimations(page)
    const look = await axe(page)
    if (colorScheme === 'dark') look.withRules('color-contrast')
    const { violations } = await look.analyze()
    const found = violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    }))
    expect(found, colorScheme).toEqual([])
  }
  expect(await unheardOn(page), 'hidden live regions').toEqual([])
  expect(await movingOn(page), 'movements').toEqual([])
}
