import { useEffect, useRef } from 'react'
import { store } from './store.ts'
import { USER_MOVES } from './user-moves.ts'

/** The part of a screen that somebody wants to be at, by its heading, until they do something else. */
const wanted = store<string | undefined>(undefined)
export const goToPart = (name: string) => wanted.set(name)

const forget = () => wanted.get() !== undefined && wanted.set(undefined)
// Before going back draws another screen, which may have a part of this name.
for (const move of [...USER_MOVES, 'popstate']) addEventListener(move, forget, { capture: true, passive: true })

/** `ref={useWantedPart(name)} tabIndex={-1}`: the heading is scrolled into view and focused when its part is wanted. */
export function useWantedPart(name: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isWanted = wanted.use() === name
  useEffect(() => {
    if (!isWanted) return
    // With the next frame, and again whenever something above it loads and moves it.
    const observer = new ResizeObserver(() => {
      heading.current?.focus({ preventScroll: true })
      heading.current?.scrollIntoView()
    })
    observer.observe(document.body)
    // It may be there before it is shown.
    if (heading.current) observer.observe(heading.current)
    return () => observer.disconnect()
  }, [isWanted])
  return heading
}
