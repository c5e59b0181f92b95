import { Canvas, type Size } from '../drawing/canvas.ts'
import type { Color, Ramp } from '../drawing/color.ts'
import { bell, clamp, smoothstep } from '../drawing/curves.ts'
import { Noise, seededRandom } from '../drawing/noise.ts'

export type SkylineMood = { seed: number; sky: Ramp; glow: Color; windows: Color[]; near: Color; far: Color }

const SHORE = 0.74

/** A city across the water after dusk. */
export function skyline(size: Size, mood: SkylineMood): Canvas {
  const canvas = new Canvas(size)
  const random = seededRandom(mood.seed)
  const ripples = new Noise(mood.seed)
  canvas.band(0, SHORE, (x, y, ink) => {
    ink.set(mood.sky(y / SHORE))
    ink.add(mood.glow, 0.4 * bell(x - canvas.aspect * 0.45, 0.9) * bell(y - SHORE, 0.32))
  })
  for (const depth of [0, 0.5, 1]) {
    for (let x = -0.05; x < canvas.aspect; ) {
      const width = 0.035 + random() * 0.06
      const centre = bell(x - canvas.aspect * 0.47, 0.5)
      const height = (0.09 + 0.2 * random() + (0.1 + 0.3 * random() ** 2) * centre) * (1 - depth * 0.35)
      tower(canvas, mood, { x, width, height, depth, random })
      x += width * (0.7 + random() * 0.5)
    }
  }
  return canvas.band(SHORE, 1, (x, y, ink) => {
    const below = y - SHORE
    const wave = ripples.fractal(x * 2.2, 0.9 / (below + 0.02), 3)
    canvas.look(x + wave * (0.002 + below * 0.05), SHORE - 0.003 - Math.abs(below * 1.25 + wave * below * 0.45), ink)
    ink.mix(mood.near, 0.25 + below * 1.1)
    ink.add(mood.glow, 0.1 * bell(below, 0.03) + 0.04 * clamp(wave))
  })
}

type Tower = { x: number; width: number; height: number; depth: number; random: () => number }

function tower(canvas: Canvas, mood: SkylineMood, { x, width, height, depth, random }: Tower): void {
  const top = SHORE - height
  const light = mood.windows[Math.floor(random() * mood.windows.length)] ?? mood.glow
  const lit = 0.25 + 0.45 * random()
  const spire = random() > 0.75 ? 0.05 * random() : 0
  const salt = Math.floor(random() * 1000)
  const cell = 0.0085 + 0.004 * depth
  const reach = Math.max(width, height / 2 + spire)
  const middle = { x: x + width / 2, y: SHORE - height / 2, reach }
  canvas.spot(middle, (dx, dy, ink) => {
    const px = dx + width / 2
    const py = dy + height / 2
    const mast = py < 0 && py > -spire && Math.abs(dx) < 0.0012
    if (!mast && (px < 0 || px > width || py < 0 || py > height)) return
    ink.mix(mood.far, 1 - depth)
    ink.mix(mood.near, 0.35 + depth * 0.6)
    ink.add(mood.glow, 0.05 * smoothstep(top, SHORE, top + py) * (1 - depth * 0.5))
    const column = Math.floor(px / cell)
    const floor = Math.floor(py / (cell * 1.35))
    const inside = px / cell - column > 0.28 && py / (cell * 1.35) - floor > 0.42 && px < width - cell && py > cell
    const chance = Math.abs(Math.sin(column * 127.1 + floor * 311.7 + salt) * 43758.5) % 1
    if (inside && !mast && chance < lit) ink.add(light, (0.25 + (0.6 * chance) / lit) * (0.4 + 0.6 * depth))
  })
}
