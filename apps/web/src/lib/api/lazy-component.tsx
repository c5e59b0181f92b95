import { type ComponentType, createElement, useEffect, useState } from 'react'

const Nothing = () => null

/**
 * Loads a component's code on first render; prefetched code renders in the first frame.
 * Load errors reach the next error boundary, and the next mount retries.
 * React's `lazy` shows a fallback for at least 300 ms, although most code loads faster.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType = Nothing,
): ComponentType<Props> & { fetch: () => Promise<unknown>; prefetch: () => void } {
  let cached: ComponentType<Props> | undefined
  const loadOnce = async () => {
    cached ??= await load()
    return cached
  }
  function LazyComponent(props: Props) {
    const [component, setComponent] = useState({ loaded: cached })
    const isLoaded = component.loaded !== undefined
    useEffect(() => {
      if (isLoaded) return
      const fail = (failure: unknown) =>
        setComponent(() => {
          throw failure
        })
      loadOnce().then((loaded) => setComponent({ loaded }), fail)
    }, [isLoaded])
    return component.loaded ? createElement(component.loaded, props) : <Fallback />
  }
  // `prefetch` ignores errors; rendering reports them.
  return Object.assign(LazyComponent, { fetch: loadOnce, prefetch: () => void loadOnce().catch(() => {}) })
}
