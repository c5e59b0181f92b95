import { type KeyboardEvent, useState } from 'react'

const PAGE = 10

const STEPS: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + PAGE,
  PageUp: (index) => index - PAGE,
  Home: () => 0,
  End: (_index, last) => last,
}

/** True for browser shortcuts, such as Ctrl+Enter to open a new tab. */
const hasModifier = ({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent) => altKey || ctrlKey || metaKey || shiftKey

const focusRow = (list: Element, index: number) => list.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus()

/** Keyboard navigation between rows (`data-row`); only the `current` row is in the tab order. */
export function useRowKeys(count: number) {
  const [focused, setCurrent] = useState(0)
  const last = count - 1
  const onKeyDown = (event: KeyboardEvent) => {
    const { target, currentTarget } = event
    if (event.defaultPrevented || hasModifier(event)) return
    if (!(target instanceof HTMLElement) || target.dataset.row === undefined) return
    if (event.key === 'Enter') target.click()
    else if (event.key === ' ') {
      // Ignore a Space key that is held down, which would toggle repeatedly.
      if (!event.repeat) target.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
    } else {
      const step = STEPS[event.key]
      if (!step) return
      focusRow(currentTarget, Math.max(0, Math.min(step(Number(target.dataset.row), last), last)))
    }
    event.preventDefault()
  }
  return { current: Math.min(focused, last), setCurrent, onKeyDown }
}
