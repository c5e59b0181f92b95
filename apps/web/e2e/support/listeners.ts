import type { Page } from '@playwright/test'

export const listenersOf = async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'window' })
  const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
  await session.detach()
  return listeners.map(({ type }) => type)
}

/** Acts and waits for the event; the page's own listeners, added earlier, have run by then. */
export const beHeard = async (page: Page, event: string, act: () => Promise<unknown>) => {
  const listener = await page.evaluateHandle((type) => {
    const capture = type === 'scroll'
    return { heard: new Promise((done) => addEventListener(type, done, { once: true, capture })) }
  }, event)
  await act()
  await listener.evaluate(async ({ heard }) => void (await heard))
}
