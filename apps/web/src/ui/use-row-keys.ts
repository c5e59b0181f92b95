import { type KeyboardEvent, type RefObject, useState } from 'react'

/** Rows that Page Up and Page Down pass. */
const PAGE = 10

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE,
  PageUp: (at) => at - PAGE,
  Home: () => 0,
  End: (_at, last) => last,
}

type Walk = { count: number; scrollTo: (index: number) => void; scroller: RefObject<HTMLElement | null> }

/** Keys that walk through the rows of a grid, one of which can be reached with Tab (`current`). */
export function useRowKeys({ count, scrollTo, scroller }: Walk) {
  const [given, setCurrent] = useState(0)
  const current = Math.max(0, Math.min(given, count - 1))
  const focus = (index: number) => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus()
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    if (!(target instanceof HTMLElement) || target.dataset.row === undefined) return
    if (event.key === 'Enter') target.click()
    else if (event.key === ' ') target.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
    else {
      const step = STEPS[event.key]
      if (!step) return
      const next = Math.max(0, Math.min(step(current, count - 1), count - 1))
      setCurrent(next)
      scrollTo(next)
      // A row far away exists only after the list was scrolled.
      requestAnimationFrame(() => requestAnimationFrame(() => focus(next)))
    }
    event.preventDefault()
  }
  return { current, setCurrent, onKeyDown }
}
