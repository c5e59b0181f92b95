import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'
import { areLettersOn } from '../../../lib/browser/letter-keys.ts'

type Acts = {
  list: RefObject<HTMLElement | null>
  step: (by: number) => void
  undo: (() => void) | undefined
  /** False while the current entry has only just taken the place of another. */
  isSettled: () => boolean
}

const TYPED = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'
const ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** J and K walk, Z takes back, and each letter presses the button of the current entry that says so. */
export function useQueueKeys({ list, step, undo, isSettled }: Acts) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { target, repeat, ctrlKey, metaKey, altKey } = event
    if (event.defaultPrevented || ctrlKey || metaKey || altKey || !areLettersOn()) return
    if ((target instanceof Element && target.closest(TYPED)) || document.querySelector(ABOVE)) return
    const key = event.key.toLowerCase()
    if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1)
    // Held down, a letter must not decide on one after the other.
    else if (repeat) return
    else if (key === 'z') undo?.()
    else if (isSettled())
      list.current?.querySelector<HTMLElement>(`[aria-current] [data-letter="${CSS.escape(key)}"]`)?.click()
  })
  // Before it is painted: a key may follow what one sees at once.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
