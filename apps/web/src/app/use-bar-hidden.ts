import { useEffect, useState } from 'react'

/** Pixels from the top (`visitor.md §9`). */
const HIDES_BEYOND = 100
const SHOWS_WITHIN = 10

/** Whether the bottom bar is out of the way: scrolled down far enough, and not up again since. */
export function useBarHidden() {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    let before = scrollY
    const scrolled = () => {
      if (scrollY <= SHOWS_WITHIN || scrollY < before) setHidden(false)
      else if (scrollY > HIDES_BEYOND && scrollY > before) setHidden(true)
      before = scrollY
    }
    addEventListener('scroll', scrolled, { passive: true })
    return () => removeEventListener('scroll', scrolled)
  }, [])
  return hidden
}
