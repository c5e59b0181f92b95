import type { Page } from '@playwright/test'

/** The tag of the Largest Contentful Paint since the page was opened, as nobody has pressed anything yet; `gone` when its element is. */
export const largestPaint = (page: Page) =>
  page.evaluate(async () => {
    // What is painted in a frame is recorded when the next one begins.
    for (let frame = 0; frame < 2; frame++) await new Promise((done) => requestAnimationFrame(done))
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'largest-contentful-paint', buffered: true })
    const paint = observer.takeRecords().at(-1)
    observer.disconnect()
    return paint instanceof LargestContentfulPaint ? (paint.element?.tagName ?? 'gone') : 'none'
  })
