import { type RefObject, useEffect, useState } from 'react'

/** Around the viewport; what is within is loaded. */
const MARGIN = '800px'

const waiting = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** One observer for all: ten thousand cards have ten thousand thumbnails. */
const observe = (element: Element, onChange: (isNear: boolean) => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) waiting.get(target)?.(isIntersecting)
    },
    { rootMargin: MARGIN },
  )
  waiting.set(element, onChange)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

/** Whether an element is in the viewport or near it. */
export function useNearViewport(ref: RefObject<Element | null>) {
  const [isNear, setNear] = useState(false)
  useEffect(() => (ref.current ? observe(ref.current, setNear) : undefined), [ref])
  return isNear
}
