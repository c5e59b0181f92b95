import type { ComponentType } from 'react'
import { lazyComponent } from '../lib/api/lazy-component.tsx'
import { isServerAway, untilRetry } from '../lib/api/reachability.ts'

/** Maximum milliseconds to wait for an idle browser. */
const IDLE_TIMEOUT_MS = 2000

const whenIdle = () =>
  new Promise<void>((done) => {
    const wait = () => {
      // Safari has no `requestIdleCallback`.
      if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: IDLE_TIMEOUT_MS })
      else setTimeout(done, IDLE_TIMEOUT_MS / 10)
    }
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  })

/** Retries after each outage. */
async function loadAtLast<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch {
      void isServerAway()
      await untilRetry()
    }
  }
}

/** Loads an optional component once the page has loaded and the browser is idle. */
export const lazyWhenIdle = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent<Props>(async () => {
    await whenIdle()
    return loadAtLast(load)
  })
