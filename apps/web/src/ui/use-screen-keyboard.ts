import { type PointerEvent, useCallback, useRef } from 'react'

/** Pixels: less of the page than that is covered by bars of the browser, which come and go. */
const KEYBOARD_MIN = 100

/** In a low dialog what belongs together is seen as far as there is room, and in any case what is typed. */
function showField(field: Element, frame: HTMLElement) {
  field.closest('form')?.scrollIntoView({ block: 'nearest' })
  const [inner, outer] = [field.getBoundingClientRect(), frame.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom) field.scrollIntoView({ block: 'nearest' })
}

/** Names in the styles of the frame the part of the page that the keyboard of a phone leaves, while one types in it. */
function keepAboveKeyboard(frame: HTMLElement) {
  if (!window.visualViewport) return
  const { visualViewport: viewport } = window
  const place = ({ type }: Event) => {
    const { height, offsetTop, scale } = viewport
    const field = document.activeElement
    // Who has zoomed in sees a part, too, and moves it about.
    const isCovered = scale < 1.01 && document.documentElement.clientHeight - height > KEYBOARD_MIN
    const isAbove = isCovered && frame.contains(field)
    frame.style.setProperty('--visible-top', isAbove ? `${offsetTop}px` : null)
    frame.style.setProperty('--visible-height', isAbove ? `${height}px` : null)
    if (isAbove && field && type !== 'scroll') showField(field, frame)
  }
  const stop = new AbortController()
  viewport.addEventListener('resize', place, stop)
  viewport.addEventListener('scroll', place, stop)
  // The keyboard may be there already.
  frame.addEventListener('focusin', place, stop)
  return () => stop.abort()
}

const isTyping = () => document.activeElement?.matches('textarea, input:not([type=checkbox], [type=radio])') === true

/**
 * Phones lay their keyboard over the page, which stays as large as it was: what `ref` is given stays above it
 * (`.dialog-frame`). A tap beside it, the usual way to put the keyboard away, does that alone.
 */
export function useScreenKeyboard() {
  const frame = useRef<HTMLElement>(null)
  const press = useRef<Event>(undefined)
  const ref = useCallback((element: HTMLElement | null) => {
    frame.current = element
    return element ? keepAboveKeyboard(element) : undefined
  }, [])
  return {
    ref,
    /** Told of each press beside it as it begins: when it has ended, the field has lost the focus already. */
    onPressBeside: ({ pointerType, nativeEvent }: PointerEvent) => {
      press.current = pointerType === 'touch' && isTyping() ? nativeEvent : undefined
    },
    /** Whether the press that began with this `pointerdown` was for the keyboard: then it is put away. */
    isPutAwayBy: (pointerDown: Event) => {
      if (press.current !== pointerDown) return false
      frame.current?.focus()
      return true
    },
  }
}
