import { useState } from 'react'

/**
 * For `onCloseAutoFocus` of a dialog without a trigger of its own: the keyboard goes back to where it was, or to the
 * start of the screen when that is gone.
 */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    const target = opener?.isConnected ? opener : document.getElementById('main')
    if (target instanceof HTMLElement) target.focus()
  }
}
