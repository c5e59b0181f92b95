import type { Canvas } from '../drawing/canvas.ts'
import { hex } from '../drawing/color.ts'
import { bell, length } from '../drawing/curves.ts'
import { seededRandom } from '../drawing/noise.ts'

const TINTS = [hex('#ffffff'), hex('#cfe0ff'), hex('#fff0d8'), hex('#a9c8ff')]

/** Adds points of light, few of them bright, down to the height `below` (picture heights). */
export function scatterStars(canvas: Canvas, { seed, count, below }: { seed: number; count: number; below: number }) {
  const random = seededRandom(seed)
  for (let i = 0; i < count; i++) {
    const magnitude = random() ** 14
    const size = canvas.pixel * (0.65 + 1.3 * magnitude)
    const tint = TINTS[Math.floor(random() * TINTS.length)] ?? hex('#ffffff')
    const place = { x: random() * canvas.aspect, y: random() * below, reach: size * (magnitude > 0.3 ? 9 : 3) }
    const fade = 1 - 0.8 * (place.y / below) ** 3
    canvas.spot(place, (x, y, ink) => {
      const distance = length(x, y)
      const halo = magnitude > 0.3 ? 0.06 * magnitude * bell(distance, size * 5) : 0
      ink.add(tint, fade * ((0.12 + 0.5 * random() * random() + 1.3 * magnitude) * bell(distance, size) + halo))
    })
  }
}
