import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { lazyComponent } from '../lib/api/lazy-component.tsx'
import { isServerAway, untilRetry } from '../lib/api/reachability.ts'

type Part = { fetch: () => Promise<unknown> }

/** Loads a component's code whenever `attempt` changes to a defined value. Returns true once loaded. */
export function useFetched(part: Part, attempt: unknown, onFail = () => {}) {
  const [isFetched, setFetched] = useState(false)
  const fail = useEffectEvent(onFail)
  useEffect(() => {
    if (attempt === undefined) return
    part.fetch().then(
      () => setFetched(true),
      () => fail(),
    )
  }, [part, attempt])
  return isFetched
}

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
