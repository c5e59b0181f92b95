import { type ComponentType, createElement, useEffect, useState } from 'react'

const Nothing = () => null

/**
 * A component whose code is fetched when it is first shown; `Waiting` stands in its place until then. What cannot be
 * fetched is thrown, for the next boundary, and asked for again when it is shown anew. Not React's `lazy`: a fallback
 * that was shown stays for 300 ms, and most code is there sooner.
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Nothing,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined
  return function Fetched(props: Props) {
    const [component, setComponent] = useState({ known })
    const isKnown = component.known !== undefined
    useEffect(() => {
      if (isKnown) return
      const fail = (failure: unknown) =>
        setComponent(() => {
          throw failure
        })
      load().then((loaded) => {
        known = loaded
        setComponent({ known })
      }, fail)
    }, [isKnown])
    return component.known ? createElement(component.known, props) : <Waiting />
  }
}
