import { type KeyboardEvent, type RefObject, useState } from 'react'

/** Rows that Page Up and Page Down pass. */
const PAGE = 10

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE,
  PageUp: (index) => index - PAGE,
  Home: () => 0,
  End: (_index, last) => last,
}

type Walk = { count: number; scrollTo: (index: number) => void; scroller: RefObject<HTMLElement | null> }

/** The browser has a meaning of its own for such a key: Enter opens another tab. */
const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => altKey || ctrlKey || metaKey || shiftKey

/** What a link or button does by itself. */
const isKnownTo = (target: HTMLElement, key: string) =>
  target instanceof HTMLButtonElement
    ? key === 'Enter' || key === ' '
    : target instanceof HTMLAnchorElement && key === 'Enter'

/** Keys that walk through the rows of a grid or list, one of which can be reached with Tab (`current`). */
export function useRowKeys({ count, scrollTo, scroller }: Walk) {
  const [given, setCurrent] = useState(0)
  const current = Math.max(0, Math.min(given, count - 1))
  const focus = (index: number) => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus()
  const goTo = (index: number) => {
    setCurrent(index)
    scrollTo(index)
    // A row far away exists only after the list was scrolled.
    requestAnimationFrame(() => requestAnimationFrame(() => focus(index)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event
    // One that is held is refused already where it would press again and again (`lib/browser/repeated-enter.ts`).
    if (event.defaultPrevented || hasModifier(event)) return
    if (!(target instanceof HTMLElement) || target.dataset.row === undefined) return
    if (isKnownTo(target, event.key)) return
    if (event.key === 'Enter') target.click()
    else if (event.key === ' ') {
      // Held, it would tick and untick, thirty times a second.
      if (!event.repeat) target.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
    } else {
      const step = STEPS[event.key]
      if (!step) return
      // Not `current`: rows that came in above have moved the one that is focused.
      goTo(Math.max(0, Math.min(step(Number(target.dataset.row), count - 1), count - 1)))
    }
    event.preventDefault()
  }
  return { current, setCurrent, goTo, onKeyDown }
}
