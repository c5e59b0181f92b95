import { useEffect, useState } from 'react'

/** Pixels from the top (`visitor.md §9`). */
const HIDES_BEYOND = 100
const SHOWS_WITHIN = 10

/** `from` and `to` are pixels from the top. */
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
