import { ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent } from 'react'
import { areLettersOn } from '../../lib/browser/letter-keys.ts'
import type { ZoomControl } from './use-zoom.ts'

const STEP = 1.5
/** Pixels. */
const PAN = 80
/** What one turn of a mouse wheel counts for, at most: a touchpad's pinch comes in small portions. */
const WHEEL_MAX = 25

const ways: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: PAN, y: 0 },
  ArrowRight: { x: -PAN, y: 0 },
  ArrowUp: { x: 0, y: PAN },
  ArrowDown: { x: 0, y: -PAN },
}

/** +, − and 0 zoom, Shift and an arrow looks further to that side: without it, arrows vote. */
export const zoomByKey = (event: KeyboardEvent, { zoomBy, panBy, reset }: ZoomControl) => {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  const way = shiftKey && !(event.target instanceof HTMLVideoElement) ? ways[key] : undefined
  const signs: Record<string, () => void> = {
    '+': () => zoomBy(STEP),
    '=': () => zoomBy(STEP),
    '-': () => zoomBy(1 / STEP),
    '0': reset,
  }
  const act = way ? () => panBy(way) : areLettersOn() ? signs[key] : undefined
  if (!act) return
  event.preventDefault()
  act()
}

/** Ctrl and the wheel zoom where the pointer is, as a touchpad's pinch does; the wheel alone looks further. */
export function useZoomByWheel({ frame, zoom, zoomBy, panBy, pointAt }: ZoomControl) {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    // The browser would zoom the page.
    event.preventDefault()
    const turn = Math.max(-WHEEL_MAX, Math.min(WHEEL_MAX, event.deltaY))
    if (event.ctrlKey) zoomBy(Math.exp(-turn / 100), pointAt(event))
    else if (zoom.scale > 1) panBy({ x: -event.deltaX, y: -event.deltaY })
  })
  useEffect(() => {
    const element = frame.current
    const listener = (event: WheelEvent) => onWheel(event)
    // Not React's, which may not prevent anything.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [frame])
}

const button = 'grid size-11 place-items-center rounded-full hover:bg-white/15 aria-disabled:opacity-50'

/** For whoever has neither two fingers nor a wheel. */
export function ZoomButtons({
  zoom: { scale },
  zoomBy,
  isOff,
}: Pick<ZoomControl, 'zoom' | 'zoomBy'> & { isOff: boolean }) {
  return (
    <div className="absolute top-3 left-3 z-2 flex items-center rounded-full bg-black/70 text-white">
      <button
        type="button"
        aria-label="Zoom out"
        aria-disabled={isOff || scale === 1}
        className={button}
        onClick={() => zoomBy(1 / STEP)}
      >
        <ZoomOut aria-hidden className="size-5" />
      </button>
      <button type="button" aria-label="Zoom in" aria-disabled={isOff} className={button} onClick={() => zoomBy(STEP)}>
        <ZoomIn aria-hidden className="size-5" />
      </button>
      <output className="pr-4 pl-1 text-sm font-semibold empty:hidden">
        {scale > 1 && `${Math.round(scale * 100)}%`}
      </output>
    </div>
  )
}
