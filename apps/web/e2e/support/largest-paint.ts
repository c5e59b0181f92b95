import type { Page } from '@playwright/test'

/** Tag of the Largest Contentful Paint since the page load; `gone` if its element was removed. */
export const largestPaint = (page: Page) =>
  page.evaluate(async () => {
    // A frame's paints are recorded when the next frame begins.
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
    const paint = observer.takeRecords().at(-1)
    observer.disconnect()
    return paint instanceof LargestContentfulPaint ? (paint.element?.tagName ?? 'gone') : 'none'
  })
