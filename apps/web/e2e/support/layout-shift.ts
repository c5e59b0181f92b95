import type { Page } from '@playwright/test'

/** Cumulative Layout Shift since the page load. */
export const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    // A frame's shifts are recorded when the next frame begins.
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords()
    observer.disconnect()
    return shifts.reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0)
  })
