import type { ComponentType } from 'react'
import { lazyComponent } from '../lib/api/lazy-component.tsx'
import { isServerAway, untilRetry } from '../lib/api/reachability.ts'

/** Milliseconds after which the browser need not be idle any more. */
const IDLE_TIMEOUT_MS = 2000

/** Resolves once the page has loaded and the browser is idle. */
const whenIdle = () =>
  new Promise<void>((done) => {
    const wait = () => {
      // Safari knows no idle callbacks.
      if ('requestIdleCallback' in window) requestIdleCallback(() => done(), { timeout: IDLE_TIMEOUT_MS })
      else setTimeout(done, IDLE_TIMEOUT_MS / 10)
    }
    if (document.readyState === 'complete') wait()
    else addEventListener('load', wait, { once: true })
  })

/** Tries once more each time the network or the server is back; so does each place that shows the part. */
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

/** A part that the first picture does not wait for; as long as it cannot be loaded, the page lives without it. */
export const lazyWhenIdle = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyComponent<Props>(async () => {
    await whenIdle()
    return loadAtLast(load)
  })
