/** How a picture lies in its frame: scaled about the frame's middle, then moved by so many pixels. */
export type Zoom = { scale: number; x: number; y: number }
/** Pixels; `width` and `height` of a picture are those without zoom. */
type Size = { width: number; height: number }
type Point = { x: number; y: number }
/** `pixels`: of the picture's own pixels, how many one pixel of the page shows without zoom. */
export type Room = { frame: Size; picture: Size; pixels: number }

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 }
/** Larger still where the picture's own pixels would stay smaller than those of the page. */
const MAX_SCALE = 6

const within = (value: number, limit: number) => (limit === 0 ? 0 : Math.max(-limit, Math.min(limit, value)))

/** No further than to where an edge of the picture meets that of the frame; what is smaller than the frame stays in the middle. */
function bounded({ scale, x, y }: Zoom, { frame, picture }: Room): Zoom {
  const limit = (side: keyof Size) => Math.max(0, (picture[side] * scale - frame[side]) / 2)
  return { scale, x: within(x, limit('width')), y: within(y, limit('height')) }
}

/** `factor` times as large, while what lies at `point` (pixels from the frame's middle) stays there. */
export function zoomedBy(zoom: Zoom, factor: number, at: { point: Point; room: Room }): Zoom {
  const scale = Math.max(1, Math.min(Math.max(MAX_SCALE, at.room.pixels), zoom.scale * factor))
  const grown = scale / zoom.scale
  const { point, room } = at
  return bounded({ scale, x: point.x - (point.x - zoom.x) * grown, y: point.y - (point.y - zoom.y) * grown }, room)
}

export const pannedBy = (zoom: Zoom, by: Point, room: Room) =>
  bounded({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, room)
