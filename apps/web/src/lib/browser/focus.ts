import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

// Browsers drop the keyboard's focus when what has it goes or is hidden: whoever uses the keyboard would begin anew at
// the top of the page. What takes it then is said here; nothing else moves it but what somebody just did.

/** `ref={takeLostFocus}`: drawn in the place of what had the focus, the element takes it. */
export function takeLostFocus(element: HTMLElement | null) {
  const { activeElement, body } = document
  const isLost = activeElement === null || activeElement === body || !activeElement.checkVisibility()
  if (isLost) element?.focus()
}

/** To `target`, or to the start of the screen where that is gone. */
export function focusOrMain(target: Element | null | undefined, options?: FocusOptions) {
  const next = target?.isConnected ? target : document.getElementById('main')
  if (next instanceof HTMLElement) next.focus(options)
}

/** An element that goes with the focus in it hands it to what `heirOf` finds, which is asked while the element is there. */
export function useFocusHandover(
  ref: RefObject<HTMLElement | null>,
  heirOf: (element: HTMLElement) => HTMLElement | null | undefined,
) {
  const heir = useEffectEvent(heirOf)
  useLayoutEffect(() => {
    const element = ref.current
    return () => {
      if (element?.contains(document.activeElement)) heir(element)?.focus({ preventScroll: true })
    }
  }, [ref])
}
