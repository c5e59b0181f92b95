import type { Page } from '@playwright/test'

/** How much has moved since the page was opened, without anybody having done anything (CLS). */
export const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    // What the present frame moves is known once the next one has begun.
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords()
    observer.disconnect()
    return shifts.reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0)
  })
