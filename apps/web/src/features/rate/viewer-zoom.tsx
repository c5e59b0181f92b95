import type { RatingItem } from '@hotvote/shared/visitor/rating'
import { ZoomIn, ZoomOut } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { TAP_SLOP } from '../../lib/browser/device.ts'
import { areLettersOn } from '../../lib/browser/preferences.ts'

/** Scale around the frame's center, followed by an offset in pixels. */
export type Zoom = { scale: number; x: number; y: number }
/** Unzoomed size in pixels. */
type Size = { width: number; height: number }
type Point = { x: number; y: number }
/** `pixels` is the number of image pixels per CSS pixel without zoom. */
type Room = { frame: Size; picture: Size; pixels: number }

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 }
/** Maximum scale. Large images may exceed it, up to one image pixel per CSS pixel. */
const MAX_SCALE = 6

const within = (value: number, limit: number) => (limit === 0 ? 0 : Math.max(-limit, Math.min(limit, value)))

/** Prevents gaps between the picture and its frame, and centers a picture that is smaller than the frame. */
function clampZoom({ scale, x, y }: Zoom, { frame, picture }: Room): Zoom {
  const limit = (side: keyof Size) => Math.max(0, (picture[side] * scale - frame[side]) / 2)
  return { scale, x: within(x, limit('width')), y: within(y, limit('height')) }
}

/** Zooms while keeping `point` in place. `point` is in pixels from the frame's center. */
export function zoomedBy(zoom: Zoom, factor: number, at: { point: Point; room: Room }): Zoom {
  const scale = Math.max(1, Math.min(Math.max(MAX_SCALE, at.room.pixels), zoom.scale * factor))
  const ratio = scale / zoom.scale
  const { point, room } = at
  return clampZoom({ scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio }, room)
}

export const pannedBy = (zoom: Zoom, by: Point, room: Room) =>
  clampZoom({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, room)

/** Position in pixels from the window's top left corner. */
type Place = { clientX: number; clientY: number }

const MIDDLE: Point = { x: 0, y: 0 }
const DOUBLE_TAP_FACTOR = 2.5

const measureRoom = (frame: HTMLElement, picture: HTMLElement, item: RatingItem | null): Room => ({
  frame: { width: frame.clientWidth, height: frame.clientHeight },
  picture: { width: picture.offsetWidth, height: picture.offsetHeight },
  pixels: (item?.height ?? 0) / Math.max(1, picture.offsetHeight),
})

export function useZoom(item: RatingItem | null) {
  const id = item?.id
  const frame = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const [zoomed, setZoomed] = useState({ id, zoom: UNZOOMED })
  const findZoom = (other: number | undefined) => (zoomed.id === other ? zoomed.zoom : UNZOOMED)

  const change = (next: (zoom: Zoom, room: Room) => Zoom) => {
    if (!frame.current || !picture.current) return
    const room = measureRoom(frame.current, picture.current, item)
    setZoomed((before) => ({ id, zoom: next(before.id === id ? before.zoom : UNZOOMED, room) }))
  }
  // Move the picture back into its frame, which changes size when a phone is rotated.
  const onResize = useEffectEvent(() => change((zoom, room) => pannedBy(zoom, MIDDLE, room)))
  useEffect(() => {
    const listener = () => onResize()
    addEventListener('resize', listener)
    return () => removeEventListener('resize', listener)
  }, [])
  /** Converts a position to pixels from the frame's center. */
  const pointAt = ({ clientX, clientY }: Place): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const zoomBy = (factor: number, point = MIDDLE) => change((zoom, room) => zoomedBy(zoom, factor, { point, room }))
  return {
    frame,
    picture,
    findZoom,
    zoom: findZoom(id),
    change,
    pointAt,
    zoomBy,
    panBy: (by: Point) => change((zoom, room) => pannedBy(zoom, by, room)),
    reset: () => change(() => UNZOOMED),
    /** Toggles the zoom. A long screenshot zooms to the frame's width. */
    toggleAt: (place: Place) => {
      const point = pointAt(place)
      const nearby = ({ pixels, frame, picture }: Room) =>
        Math.max(DOUBLE_TAP_FACTOR, Math.min(pixels, frame.width / Math.max(1, picture.width)))
      change((zoom, room) => (zoom.scale > 1 ? UNZOOMED : zoomedBy(zoom, nearby(room), { point, room })))
    },
  }
}
export type ZoomControl = ReturnType<typeof useZoom>

const STEP = 1.5
/** Pixels. */
const PAN = 80
/** Caps the steps of a mouse wheel, which are much larger than those of a touchpad. */
const WHEEL_MAX = 25

const ways: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: PAN, y: 0 },
  ArrowRight: { x: -PAN, y: 0 },
  ArrowUp: { x: 0, y: PAN },
  ArrowDown: { x: 0, y: -PAN },
}

/** Zooms and pans by keyboard. Panning needs Shift, because arrow keys alone vote. */
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

/** Zooms by wheel. Browsers report a touchpad pinch as a wheel event, too. */
export function useZoomByWheel({ frame, zoomBy, pointAt }: ZoomControl) {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    // Prevent the browser's page zoom.
    event.preventDefault()
    const turn = Math.max(-WHEEL_MAX, Math.min(WHEEL_MAX, event.deltaY))
    zoomBy(Math.exp(-turn / 100), pointAt(event))
  })
  useEffect(() => {
    const element = frame.current
    const listener = (event: WheelEvent) => onWheel(event)
    // React's own wheel listeners are passive and cannot prevent the page zoom.
    element?.addEventListener('wheel', listener, { passive: false })
    return () => element?.removeEventListener('wheel', listener)
  }, [frame])
}

const button = 'grid size-11 place-items-center rounded-full hover:bg-white/15 aria-disabled:opacity-50'

/** Zoom buttons for visitors who have neither a touchscreen nor a mouse wheel. */
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

/** Maximum time (milliseconds) and distance (pixels) between the taps of a double tap. */
const DOUBLE_TAP = { within: 400, near: 30 }
/** Pixels to pull down to close the viewer. A fast flick (speed in pixels per millisecond) may be shorter. */
const PULL_DISTANCE = 120
const FLICK = { distance: 40, speed: 0.5 }
/** Scale below which a pinch resets the zoom, because a pinch rarely ends at exactly 1. */
const NEARLY_UNZOOMED = 1.05
/** Height in pixels of the native controls at the bottom of a video. */
const CONTROLS_HEIGHT = 72

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)
const findMiddle = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
const measureSpread = (points: Point[]) => points.reduce((sum, point) => sum + distance(point, findMiddle(points)), 0)

function following(before: Point[], after: Point[]) {
  const [from, to] = [findMiddle(before), findMiddle(after)]
  const factor = before.length > 1 ? measureSpread(after) / Math.max(1, measureSpread(before)) : 1
  return (zoom: Zoom, room: Room) =>
    pannedBy(zoomedBy(zoom, factor, { point: from, room }), { x: to.x - from.x, y: to.y - from.y }, room)
}

const closes = (down: number, ms: number) => down > PULL_DISTANCE || (down > FLICK.distance && down / ms > FLICK.speed)

const isOnControls = ({ target, clientY }: PointerEvent) =>
  target instanceof HTMLVideoElement &&
  target.controls &&
  clientY > target.getBoundingClientRect().bottom - CONTROLS_HEIGHT

/** A gesture lasts until the last finger is lifted. */
type Gesture = { kind: 'zoom' | 'pan' | 'pull' | 'none' | null; from: Point; startedAt: number }

function findKind({ kind, from }: Gesture, points: Point[], now: { isZoomed: boolean; isTouch: boolean }) {
  const [to = from] = points
  if (points.length > 1) return 'zoom'
  if (kind || distance(from, to) < TAP_SLOP) return kind
  if (now.isZoomed) return 'pan'
  return now.isTouch && to.y - from.y > Math.abs(to.x - from.x) ? 'pull' : 'none'
}

/** Handles pinching, panning and pulling down to close. `pull` is in pixels. */
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
    // End the gesture if the pointer was released outside the frame.
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
    /** True if the next click is part of a gesture and must not count as a tap. */
    wasGesture: () => gesture.current.kind !== null,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp },
  }
}

/** A double tap zooms; a tap outside the picture closes the viewer. */
export function useViewerTaps({ toggleAt }: ZoomControl, acts: { wasGesture: () => boolean; onClose: () => void }) {
  const lastTap = useRef<MouseEvent | null>(null)
  return (event: MouseEvent<HTMLElement>) => {
    const { target, clientX, clientY, timeStamp } = event
    const tap = lastTap.current
    lastTap.current = null
    if (acts.wasGesture() || !(target instanceof Element)) return
    // Ignore the second click of a double click, because the first one may have opened the viewer.
    if (!target.closest('[data-picture]')) return event.detail > 1 ? undefined : acts.onClose()
    // Leave taps on a video to its native controls.
    if (target instanceof HTMLVideoElement) return
    const isSecond =
      tap &&
      timeStamp - tap.timeStamp < DOUBLE_TAP.within &&
      Math.hypot(clientX - tap.clientX, clientY - tap.clientY) < DOUBLE_TAP.near
    if (isSecond) toggleAt(event)
    else lastTap.current = event
  }
}
