import type { ComponentType } from 'react'
import { lazyComponent } from '../lib/api/lazy-component.tsx'
import { isServerAway, untilRetry } from '../lib/api/reachability.ts'

/** Maximum milliseconds to wait for an idle browser. */
const IDLE_TIMEOUT_MS = 2000

export const whenIdle = () =>
  new Promise<void>((done) => {
    const wait = () => {
      // Safari does not support `requestIdleCallback`.
      if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: IDLE_TIMEOUT_MS })
      else setTimeout(done, IDLE_TIMEOUT_MS / 10)
    }
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  })

/** Loads a component, retrying after each outage. */
async function loadWithRetry<Part>(load: () => Promise<Part>): Promise<Part> {
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
    return loadWithRetry(load)
  })
