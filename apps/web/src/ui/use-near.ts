import { type RefObject, useEffect, useState } from 'react'

/** Pixels around what is visible in which things are made ready. */
const MARGIN = '800px'

const waiting = new WeakMap<Element, (isNear: boolean) => void>()
let observer: IntersectionObserver | undefined

/** One observer for all: ten thousand cards have ten thousand thumbnails. */
const observe = (element: Element, tell: (isNear: boolean) => void) => {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) waiting.get(target)?.(isIntersecting)
    },
    { rootMargin: MARGIN },
  )
  waiting.set(element, tell)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

/** Whether an element is on the screen or will soon be. */
export function useNear(ref: RefObject<Element | null>) {
  const [isNear, setNear] = useState(false)
  useEffect(() => (ref.current ? observe(ref.current, setNear) : undefined), [ref])
  return isNear
}
