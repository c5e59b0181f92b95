import { useEffect, useState } from 'react'

/** Scroll positions in pixels for hiding and showing the bar (`visitor.md §9`). */
const HIDES_BEYOND = 100
const SHOWS_WITHIN = 10

/** Returns true if the bar should be hidden. `from` and `to` are scroll positions in pixels. */
export const hidesBar = (wasHidden: boolean, from: number, to: number) => {
  if (to <= SHOWS_WITHIN || to < from) return false
  return wasHidden || (to > HIDES_BEYOND && to > from)
}

export function useBarHidden() {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    let before = scrollY
    const scrolled = () => {
      const [from, to] = [before, scrollY]
      before = to
      setHidden((wasHidden) => hidesBar(wasHidden, from, to))
    }
    addEventListener('scroll', scrolled, { passive: true })
    return () => removeEventListener('scroll', scrolled)
  }, [])
  return hidden
}
