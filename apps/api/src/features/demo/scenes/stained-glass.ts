import { Canvas, type Size } from '../drawing/canvas.ts'
import { hex, type Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise, seededRandom } from '../drawing/noise.ts'

export type GlassMood = { seed: number; panes: Ramp; cells: number }

const LEAD = hex('#050408')

/** A window of coloured glass with the light behind it. */
export function stainedGlass(size: Size, mood: GlassMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const random = seededRandom(mood.seed)
  const side = Math.ceil(mood.cells * Math.max(1, canvas.aspect)) + 3
  const points = Array.from({ length: side * side }, (_, i) => {
    const jitter = 0.12 + 0.76 * random()
    return { x: (i % side) + jitter - 1, y: Math.floor(i / side) + random() * 0.9 - 0.95, tone: random() * 2 - 1 }
  })
  return canvas.paint((x, y, ink) => {
    const gx = x * mood.cells
    const gy = y * mood.cells
    const column = Math.floor(gx)
    const row = Math.floor(gy)
    let first = 9
    let second = 9
    let tone = 0
    for (let i = 0; i < 9; i++) {
      const point = points[(row + Math.floor(i / 3)) * side + column + (i % 3)]
      if (!point) continue
      const distance = length(point.x - gx, point.y - gy)
      if (distance < first) {
        second = first
        first = distance
        tone = point.tone
      } else if (distance < second) second = distance
    }
    const sun = length(x - canvas.aspect * 0.5, y - 0.42)
    ink.set(mood.panes(clamp(1.05 - sun * 1.35 + tone * 0.3)))
    ink.dim(0.55 + 0.35 * noise.at(x * 14, y * 14) + 0.9 * bell(sun, 0.45) + 0.25 * (1 - first))
    ink.mix(LEAD, smoothstep(0.075, 0.035, second - first))
  })
}
