import { type ComponentType, createElement, useEffect, useState } from 'react'

const Nothing = () => null

/**
 * A component whose code is fetched when it is first shown; `Fallback` stands in its place until then. A failure to
 * fetch is thrown to the next error boundary, and the next mount tries again. What was prefetched is there in the first
 * frame; `fetch` says when, or that it failed. Not React's `lazy`: a fallback that was shown stays for 300 ms, and most
 * code is there sooner.
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
  // A failure is shown only where the component is.
  return Object.assign(LazyComponent, { fetch: loadOnce, prefetch: () => void loadOnce().catch(() => {}) })
}
