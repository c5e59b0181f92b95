import { useEffect, useEffectEvent } from 'react'

/** Controls in which letters are text. */
export const TYPED = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'
const ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** Handles keys wherever the focus is, except in text fields, below dialogs and with Ctrl, Meta or Alt. */
export function useScreenKeys(onKey: (event: KeyboardEvent, target: Element) => void) {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!(target instanceof Element) || target.closest(TYPED) || document.querySelector(ABOVE)) return
    onKey(event, target)
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}
