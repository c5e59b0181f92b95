import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

// Browsers drop the keyboard's focus when the element that has it is removed or hidden: whoever uses the keyboard would
// begin anew at the top of the page. Here is what takes the focus then.

/** Focuses the element when nothing on the page that can be seen has the focus. */
export function takeLostFocus(element: HTMLElement | null) {
  const { activeElement, body } = document
  const isLost = activeElement === null || activeElement === body || activeElement.getClientRects().length === 0
  if (isLost) element?.focus()
}

/** `ref={useLostFocus()}`: the element takes the focus when it appears and the focus is lost. */
export function useLostFocus<Target extends HTMLElement>() {
  const ref = useRef<Target>(null)
  // Once whoever brings a hidden screen back has given the focus back, too.
  useEffect(() => takeLostFocus(ref.current), [])
  return ref
}

/** Focuses `target`, or the start of the screen when `target` is not on the page any more. */
export function focusOrMain(target: Element | null | undefined, options?: FocusOptions) {
  const next = target?.isConnected ? target : document.getElementById('main')
  if (next instanceof HTMLElement) next.focus(options)
}

/** When the element is removed with the focus in it, the focus goes to what `heirOf` returns, called just before that. */
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
