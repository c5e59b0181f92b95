import { type PointerEvent, type MouseEvent as ReactMouseEvent, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { BACK_EDGE, TAP_SLOP } from '../../lib/browser/device.ts'
import { areLettersOn } from '../../lib/browser/preferences.ts'

type Act = 'hot' | 'not' | 'undo' | 'skip' | 'open' | 'report' | 'help'
/** Handlers of the actions; an undefined action is disabled. */
type Actions = Record<Act, (() => unknown) | undefined>

/** Elements that need the arrow keys themselves. The viewer is the only dialog in which keys vote. */
const ARROWS =
  'input, textarea, select, video, [contenteditable], [role="slider"], [role="dialog"]:not(.viewer), [role="menu"]'
const PRESSES = `${ARROWS}, button, a, summary, [role="button"]`

const letters: Record<string, Act> = { n: 'not', h: 'hot', z: 'undo', s: 'skip', r: 'report', '?': 'help' }
const others: Record<string, Act> = {
  ArrowLeft: 'not',
  ArrowRight: 'hot',
  ' ': 'skip',
  Enter: 'open',
}

/** Keeps clicks from focusing buttons, so Space still skips and Enter still opens the viewer. */
function keepFocusOffButtons(event: MouseEvent) {
  if (event.target instanceof Element && event.target.closest('.rate-layout button, .viewer button'))
    event.preventDefault()
}

/** Handles the rating keys. If `on` is `undo`, only Z works. */
export function useRateKeys(on: 'all' | 'undo' | 'none', acts: Actions) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (on === 'none' || event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey)
      return
    const owner = key === ' ' || key === 'Enter' ? PRESSES : ARROWS
    if (target instanceof Element && target.closest(owner)) return
    const act = others[key] ?? (areLettersOn() ? letters[key.toLowerCase()] : undefined)
    if (!act || (act === 'undo' ? !acts.undo : on === 'undo')) return
    event.preventDefault()
    acts[act]?.()
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', listener)
    addEventListener('mousedown', keepFocusOffButtons)
    return () => {
      removeEventListener('keydown', listener)
      removeEventListener('mousedown', keepFocusOffButtons)
    }
  }, [])
}

/** Minimum distance of a swipe in pixels. On a narrow stage, a quarter of its width is enough. */
const SWIPE_DISTANCE = 120
/** Minimum speed (pixels per millisecond) and distance (pixels) of a fast swipe. */
const FLICK = { speed: 0.5, distance: 40 }

type Drag = { id: number; x: number; y: number; startedAt: number; layer: HTMLElement; width: number; moves: boolean }

const isVote = (drag: Drag, dx: number, now: number) =>
  Math.abs(dx) > Math.min(SWIPE_DISTANCE, drag.width / 4) ||
  (Math.abs(dx) > FLICK.distance && Math.abs(dx) / (now - drag.startedAt) > FLICK.speed)

/** Sets CSS variables instead of state, so the layer follows the finger without re-rendering. */
function place(layer: HTMLElement, dx: number, width: number) {
  layer.style.setProperty('--drag', `${dx}px`)
  layer.style.setProperty('--pull', String(Math.max(-1, Math.min(1, dx / Math.min(SWIPE_DISTANCE, width / 4)))))
}

function follow(held: Drag, event: PointerEvent<HTMLElement>) {
  const dx = event.clientX - held.x
  if (!held.moves) {
    if (Math.abs(dx) < TAP_SLOP || Math.abs(dx) < Math.abs(event.clientY - held.y)) return
    held.moves = true
    held.layer.setAttribute('data-dragged', '')
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  place(held.layer, dx, held.width)
}

/** Handles swipes on the stage. A swipe votes only on the layer where it began. */
export function useSwipe(onVote: ((isHot: boolean) => boolean) | undefined, layer: () => HTMLElement | null) {
  const drag = useRef<Drag | null>(null)
  const wasDrag = useRef(false)

  const findDrag = ({ pointerId }: PointerEvent) => (drag.current?.id === pointerId ? drag.current : null)
  const release = (held: Drag, lands: () => boolean) => {
    drag.current = null
    held.layer.removeAttribute('data-dragged')
    if (held.moves && !lands()) place(held.layer, 0, held.width)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDrag.current = false
      const held = layer()
      if (!event.isPrimary || event.button !== 0 || event.clientX <= BACK_EDGE || !held) return
      const { clientX: x, clientY: y, timeStamp: startedAt, pointerId: id } = event
      drag.current = { id, x, y, startedAt, layer: held, width: event.currentTarget.clientWidth, moves: false }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = findDrag(event)
      // End the swipe if the pointer was released outside the stage.
      if (held && event.buttons === 0) release(held, () => false)
      else if (held && held.layer === layer() && onVote) follow(held, event)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const held = findDrag(event)
      if (!held) return
      const dx = event.clientX - held.x
      wasDrag.current = Math.hypot(dx, event.clientY - held.y) > TAP_SLOP
      release(held, () => held.layer === layer() && isVote(held, dx, event.timeStamp) && onVote?.(dx > 0) === true)
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      const held = findDrag(event)
      if (held) release(held, () => false)
    },
    // Ignore the click at the end of a drag. Clicks from the keyboard have a `detail` of 0.
    onClickCapture: (event: ReactMouseEvent<HTMLElement>) => {
      if (!wasDrag.current || event.detail === 0) return
      wasDrag.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
