import type { RatingItem } from '@hotvote/shared/rating'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pannedBy, type Room, UNZOOMED, type Zoom, zoomedBy } from './zoom.ts'

type Point = { x: number; y: number }
/** Where an event happened, in pixels of the window. */
type Place = { clientX: number; clientY: number }

const MIDDLE: Point = { x: 0, y: 0 }
const DOUBLE_TAP_FACTOR = 2.5

const roomOf = (frame: HTMLElement, picture: HTMLElement, item: RatingItem | null): Room => ({
  frame: { width: frame.clientWidth, height: frame.clientHeight },
  picture: { width: picture.offsetWidth, height: picture.offsetHeight },
  pixels: (item?.height ?? 0) / Math.max(1, picture.offsetHeight),
})

/** How large the item is shown; each item begins without zoom, and keeps it while it leaves. */
export function useZoom(item: RatingItem | null) {
  const id = item?.id
  const frame = useRef<HTMLDivElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const [zoomed, setZoomed] = useState({ id, zoom: UNZOOMED })
  const zoomOf = (other: number | undefined) => (zoomed.id === other ? zoomed.zoom : UNZOOMED)

  const change = (next: (zoom: Zoom, room: Room) => Zoom) => {
    if (!frame.current || !picture.current) return
    const room = roomOf(frame.current, picture.current, item)
    setZoomed((before) => ({ id, zoom: next(before.id === id ? before.zoom : UNZOOMED, room) }))
  }
  // A phone that is turned may leave it beside its new frame.
  const onResize = useEffectEvent(() => change((zoom, room) => pannedBy(zoom, MIDDLE, room)))
  useEffect(() => {
    const listener = () => onResize()
    addEventListener('resize', listener)
    return () => removeEventListener('resize', listener)
  }, [])
  /** In pixels from the frame's middle. */
  const pointAt = ({ clientX, clientY }: Place): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = frame.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const zoomBy = (factor: number, point = MIDDLE) => change((zoom, room) => zoomedBy(zoom, factor, { point, room }))
  return {
    frame,
    picture,
    zoomOf,
    zoom: zoomOf(id),
    change,
    pointAt,
    zoomBy,
    panBy: (by: Point) => change((zoom, room) => pannedBy(zoom, by, room)),
    reset: () => change(() => UNZOOMED),
    /** All of it, or a part of it from nearby; of a long screenshot, one as wide as the frame. */
    toggleAt: (place: Place) => {
      const point = pointAt(place)
      const nearby = ({ pixels, frame, picture }: Room) =>
        Math.max(DOUBLE_TAP_FACTOR, Math.min(pixels, frame.width / Math.max(1, picture.width)))
      change((zoom, room) => (zoom.scale > 1 ? UNZOOMED : zoomedBy(zoom, nearby(room), { point, room })))
    },
  }
}
export type ZoomControl = ReturnType<typeof useZoom>
