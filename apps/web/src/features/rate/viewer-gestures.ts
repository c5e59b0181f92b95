import { type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { TAP_SLOP } from '../../lib/browser/device.ts'
import { pannedBy, type Room, UNZOOMED, type Zoom, type ZoomControl, zoomedBy } from './viewer-zoom.tsx'

type Point = { x: number; y: number }

/** The most milliseconds and pixels between the two taps of a double tap. */
const DOUBLE_TAP = { within: 400, near: 30 }
/** Pixels down that close the viewer; less is enough when flicked: pixels, and pixels per millisecond. */
const CLOSES = 120
const FLICK = { distance: 40, speed: 0.5 }
/** Fingers hardly ever let go at exactly the size it had. */
const NEARLY_UNZOOMED = 1.05
/** Pixels at the lower end of a film, where the browser has its own controls. */
const CONTROLS_HEIGHT = 72

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const findMiddle = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
/** How far apart fingers are; one finger is not. */
const measureSpread = (points: Point[]) => points.reduce((sum, point) => sum + distance(point, findMiddle(points)), 0)

/** The picture stays under the fingers. */
function following(before: Point[], after: Point[]) {
  const [from, to] = [findMiddle(before), findMiddle(after)]
  const factor = before.length > 1 ? measureSpread(after) / Math.max(1, measureSpread(before)) : 1
  return (zoom: Zoom, room: Room) =>
    pannedBy(zoomedBy(zoom, factor, { point: from, room }), { x: to.x - from.x, y: to.y - from.y }, room)
}

const closes = (down: number, ms: number) => down > CLOSES || (down > FLICK.distance && down / ms > FLICK.speed)

const isOnControls = ({ target, clientY }: PointerEvent) =>
  target instanceof HTMLVideoElement &&
  target.controls &&
  clientY > target.getBoundingClientRect().bottom - CONTROLS_HEIGHT

/** A gesture lasts from the first finger down to the last finger up. */
type Gesture = { kind: 'zoom' | 'pan' | 'pull' | 'none' | null; from: Point; startedAt: number }

function findKind({ kind, from }: Gesture, points: Point[], now: { isZoomed: boolean; isTouch: boolean }) {
  const [to = from] = points
  if (points.length > 1) return 'zoom'
  if (kind || distance(from, to) < TAP_SLOP) return kind
  if (now.isZoomed) return 'pan'
  return now.isTouch && to.y - from.y > Math.abs(to.x - from.x) ? 'pull' : 'none'
}

/** Pinch, pan, and at its own size a pull down that closes; `pull` is how far it is pulled, in pixels. */
export function useViewerGestures({ zoom, change, pointAt }: ZoomControl, onClose: () => void) {
  const points = useRef(new Map<number, Point>())
  const gesture = useRef<Gesture>({ kind: null, from: { x: 0, y: 0 }, startedAt: 0 })
  const [pull, setPull] = useState(0)
  const [isHeld, setHeld] = useState(false)

  const onPointerDown = (event: PointerEvent) => {
    if (event.isPrimary) points.current.clear()
    if (event.button !== 0 || isOnControls(event)) return
    const point = pointAt(event)
    if (points.current.size === 0) gesture.current = { kind: null, from: point, startedAt: event.timeStamp }
    points.current.set(event.pointerId, point)
  }
  const onPointerUp = (event: PointerEvent) => {
    if (!points.current.delete(event.pointerId) || points.current.size > 0) return
    const { kind, from, startedAt } = gesture.current
    setHeld(false)
    setPull(0)
    if (kind === 'zoom') change((seen) => (seen.scale < NEARLY_UNZOOMED ? UNZOOMED : seen))
    const isPull = kind === 'pull' && event.type !== 'pointercancel'
    if (isPull && closes(pointAt(event).y - from.y, event.timeStamp - startedAt)) onClose()
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!points.current.has(event.pointerId)) return
    // Let go beside the frame, a few pixels from where it came down.
    if (event.buttons === 0) return onPointerUp(event)
    const before = [...points.current.values()]
    points.current.set(event.pointerId, pointAt(event))
    const after = [...points.current.values()]
    const kind = findKind(gesture.current, after, { isZoomed: zoom.scale > 1, isTouch: event.pointerType !== 'mouse' })
    if (!kind) return
    gesture.current.kind = kind
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld(true)
    setPull(kind === 'pull' ? Math.max(0, findMiddle(after).y - gesture.current.from.y) : 0)
    if (kind === 'zoom' || kind === 'pan') change(following(before, after))
  }
  return {
    pull,
    isHeld,
    /** True if the click that follows was more than a tap. */
    wasGesture: () => gesture.current.kind !== null,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}

/** A double tap zooms, one tap beside the picture closes, and one on it does nothing. */
export function useViewerTaps({ toggleAt }: ZoomControl, acts: { wasGesture: () => boolean; onClose: () => void }) {
  const lastTap = useRef<MouseEvent | null>(null)
  return (event: MouseEvent<HTMLElement>) => {
    const { target, clientX, clientY, timeStamp } = event
    const tap = lastTap.current
    lastTap.current = null
    if (acts.wasGesture() || !(target instanceof Element)) return
    // The first half of a double press may have opened the viewer.
    if (!target.closest('[data-picture]')) return event.detail > 1 ? undefined : acts.onClose()
    // A film has controls of its own for taps.
    if (target instanceof HTMLVideoElement) return
    const isSecond =
      tap &&
      timeStamp - tap.timeStamp < DOUBLE_TAP.within &&
      Math.hypot(clientX - tap.clientX, clientY - tap.clientY) < DOUBLE_TAP.near
    if (isSecond) toggleAt(event)
    else lastTap.current = event
  }
}
