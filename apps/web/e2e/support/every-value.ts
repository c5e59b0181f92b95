import { expect, type Locator, type Page } from '@playwright/test'

/** Texts of a table that are cut off, and card values without a name. */
const notSeen = (table: Locator) =>
  table.evaluate((grid) => {
    const frame = grid.parentElement
    if (!frame || frame.scrollWidth > frame.clientWidth) return ['the table']
    const parts = [...grid.querySelectorAll('tbody td, tbody td *')]
    // Texts for screen readers only are one pixel wide.
    const cutOff = parts.filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
    const names = [...grid.querySelectorAll('th')].map((head) => String(head.textContent)).filter(Boolean)
    const values = [...grid.querySelectorAll('tr[data-card] td:not(:has(input))')]
    const nameless = values.filter(({ textContent }) => !names.some((name) => textContent?.startsWith(name)))
    return [...cutOff, ...nameless].map(({ textContent }) => textContent)
  })

/** Checks from phone to desktop that every value is visible, and named in cards. */
export const expectEveryValueSeen = async (page: Page, table: Locator) => {
  for (const width of [390, 768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => notSeen(table), `${width} pixels`).toEqual([])
  }
}
