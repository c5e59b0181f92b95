import { type RefObject, useLayoutEffect, useState } from 'react'

/** Pixels that a scroll bar may take of an element. */
const SCROLL_BAR = 18

/** Whether an element has less than so many pixels for what is in it; undefined until it was measured, before it is seen. */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number) {
  const [isNarrow, setNarrow] = useState<boolean>()
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    // A hidden screen has no width, and stays as it was. A scroll bar may come and go with the answer: it always counts.
    const measure = () => measured.offsetWidth > 0 && setNarrow(measured.offsetWidth - SCROLL_BAR < width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, width])
  return isNarrow
}
