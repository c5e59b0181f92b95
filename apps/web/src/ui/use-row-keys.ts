import type { Virtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { RowKey } from './table-selection.tsx'

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

type Walk = {
  virtual: Virtualizer<HTMLElement, HTMLElement>
  keyAt: (index: number) => RowKey | undefined
  scroller: RefObject<HTMLElement | null>
  /** Tab leads to links and boxes in the rows, too: a row that lies behind them would not be met. */
  haveStops?: boolean
}

/** The browser has a meaning of its own for such a key: Enter opens another tab. */
const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => altKey || ctrlKey || metaKey || shiftKey

/** What a link or button does by itself. */
const isKnownTo = (target: HTMLElement, key: string) =>
  target instanceof HTMLButtonElement
    ? key === 'Enter' || key === ' '
    : target instanceof HTMLAnchorElement && key === 'Enter'

/**
 * The row that was focused last, wherever others that came in have moved it; where it is gone, the one in its place. Of those that
 * are not drawn none can be reached: then it is the first that can be seen, or that lies before all else that Tab leads to.
 */
function useCurrent({ virtual, keyAt, haveStops = false }: Omit<Walk, 'scroller'>) {
  const [focused, setFocused] = useState<{ key: RowKey | undefined; index: number }>()
  const drawn = virtual.getVirtualItems().map(({ index }) => index)
  const kept =
    focused && (drawn.find((index) => keyAt(index) === focused.key) ?? drawn.find((index) => index === focused.index))
  return {
    current: kept ?? (haveStops ? drawn[0] : virtual.range?.startIndex),
    /** Undefined: none, in a list that begins anew. */
    setCurrent: (index: number | undefined) =>
      setFocused(index === undefined ? undefined : { key: keyAt(index), index }),
  }
}

/** Keys that walk through the rows of a grid or list, one of which can be reached with Tab (`current`). */
export function useRowKeys({ virtual, keyAt, scroller, haveStops }: Walk) {
  const { count } = virtual.options
  const { current, setCurrent } = useCurrent({ virtual, keyAt, haveStops })
  const focus = (index: number) => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus()
  const goTo = (index: number) => {
    virtual.scrollToIndex(index)
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
