import { type RefObject, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'

// Browsers drop the keyboard's focus when the element that has it is removed or hidden: whoever uses the keyboard would
// begin anew at the top of the page. Here is what takes the focus then: `takeLostFocus` for who is told after that,
// `useLostFocus` for what appears in its place, `useFocusOnReturn` for what comes back to it, `useFocusHandover` for what is taken away itself; and for who moves the
// focus in any case `useFocusOnMount`, or `focusOrMain` when it cannot be known whether the element is still there.

/** Nothing on the page that can be seen has the focus. */
export function isFocusLost() {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.getClientRects().length === 0
}

let isKeyboardUsed = true
addEventListener('keydown', () => (isKeyboardUsed = true), { capture: true, passive: true })
addEventListener('pointerdown', () => (isKeyboardUsed = false), { capture: true, passive: true })

/** Focuses the element when the focus is lost; where fingers or a mouse are used, without a ring that nobody asked for. */
export function takeLostFocus(element: HTMLElement | null, options?: FocusOptions) {
  if (isFocusLost()) element?.focus({ ...options, ...(!isKeyboardUsed && { focusVisible: false }) })
}

/** `ref={useLostFocus()}`: the element takes the focus when it appears and the focus is lost. */
export function useLostFocus<Target extends HTMLElement>() {
  const ref = useRef<Target>(null)
  // Once whoever brings a hidden screen back has given the focus back, too.
  useEffect(() => takeLostFocus(ref.current), [])
  return ref
}

/** `ref={useFocusOnReturn()}`: the element takes the focus when it comes back and the focus was lost with what stood in its place. */
export function useFocusOnReturn() {
  const wasThere = useRef(false)
  return useCallback((element: HTMLElement | null) => {
    if (element && wasThere.current) takeLostFocus(element, { preventScroll: true })
    wasThere.current = true
  }, [])
}

/**
 * `ref={useFocusOnMount()}`: the element takes the focus when it appears, wherever that is. For what takes the place of a
 * form: Safari gives no focus to a button that is clicked, so nothing tells whether it was lost.
 */
export function useFocusOnMount<Target extends HTMLElement>() {
  const ref = useRef<Target>(null)
  useEffect(() => ref.current?.focus(), [])
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

/** For `useFocusHandover`: the focus goes to what `heirOf` finds once the element is gone, and its place is taken. */
export const afterwards = (heirOf: () => HTMLElement | null) => () => {
  queueMicrotask(() => takeLostFocus(heirOf(), { preventScroll: true }))
  return null
}

/** The same button of the next entry, or of the one before: deleting several needs no walking. */
export function neighbourIn(entry: Element | null, button: string) {
  const neighbour = entry?.nextElementSibling ?? entry?.previousElementSibling
  return neighbour?.querySelector<HTMLElement>(button)
}
