import { type ComponentType, createElement, useEffect, useState } from 'react'

const Nothing = () => null

/**
 * A component whose code is fetched when it is first shown; `Fallback` stands in its place until then. A failure to
 * fetch is thrown to the next error boundary, and the next mount tries again. Not React's `lazy`: a fallback that was
 * shown stays for 300 ms, and most code is there sooner.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType = Nothing,
): ComponentType<Props> {
  let cached: ComponentType<Props> | undefined
  return function LazyComponent(props: Props) {
    const [component, setComponent] = useState({ loaded: cached })
    const isLoaded = component.loaded !== undefined
    useEffect(() => {
      if (isLoaded) return
      const fail = (failure: unknown) =>
        setComponent(() => {
          throw failure
        })
      load().then((loaded) => {
        cached = loaded
        setComponent({ loaded })
      }, fail)
    }, [isLoaded])
    return component.loaded ? createElement(component.loaded, props) : <Fallback />
  }
}
