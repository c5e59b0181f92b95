import { Canvas, type Size } from '../drawing/canvas.ts'
import type { Color } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise, seededRandom } from '../drawing/noise.ts'

export type ForestMood = { seed: number; light: Color; mist: Color; bark: Color; floor: Color }

const LAYERS = 6

/** Trunks that fade into the mist, and the sun between them. */
export function forest(size: Size, mood: ForestMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const random = seededRandom(mood.seed)
  const sun = { x: canvas.aspect * 0.58, y: 0.3 }
  canvas.paint((x, y, ink) => {
    ink.set(mood.mist)
    ink.dim(0.75 + 0.3 * noise.fractal(x * 2, y * 2, 3))
    const distance = length(x - sun.x, y - sun.y)
    ink.add(mood.light, 0.9 * bell(distance, 0.13) + 0.55 * bell(distance, 0.42))
  })
  for (let layer = 0; layer < LAYERS; layer++) {
    const near = layer / (LAYERS - 1)
    ground(canvas, mood, { noise, near })
    const count = Math.round(20 - near * 15)
    for (let i = 0; i < count; i++) {
      const x = ((i + 0.15 + random() * 0.7) / count) * canvas.aspect
      const clear = near > 0.5 && Math.abs(x - sun.x) < 0.1 ? 0.17 * Math.sign(x - sun.x) : 0
      trunk(canvas, mood, { noise, near, x: x + clear, width: (0.008 + near ** 1.6 * 0.05) * (0.7 + random() * 0.6) })
    }
  }
  return canvas.paint((x, y, ink) => {
    const dx = x - sun.x
    const dy = y - sun.y
    const distance = length(dx, dy)
    const beams = smoothstep(0, 0.6, noise.fractal((dx / distance) * 2.6, (dy / distance) * 2.6, 2) + 0.1)
    ink.add(mood.light, beams * 0.38 * bell(distance, 0.75) * smoothstep(0.02, 0.2, distance) * clamp(0.35 + dy * 1.6))
    ink.add(mood.light, 0.3 * bell(distance, 0.16))
  })
}

type Layer = { noise: Noise; near: number }

function ground(canvas: Canvas, mood: ForestMood, { noise, near }: Layer): void {
  const base = 0.66 + near * 0.26
  const tops = Float32Array.from({ length: canvas.width }, (_, column) => {
    const x = column * canvas.pixel
    const rise = noise.fractal(x * 3 + near * 9, near * 5, 3) * 0.035
    return base + rise + noise.at(x * 150, near * 31) * 0.008 * (0.3 + near)
  })
  canvas.band(base - 0.08, 1, (x, y, ink) => {
    const cover = clamp((y - (tops[Math.floor(x * canvas.height)] ?? 1)) * canvas.height * 0.5 + 0.5)
    if (cover === 0) return
    ink.mix(mood.floor, cover * (0.2 + 0.65 * near))
    ink.add(mood.light, cover * 0.1 * (1 - near) * bell(x - canvas.aspect * 0.58, 0.4))
  })
}

type Trunk = Layer & { x: number; width: number }

function trunk(canvas: Canvas, mood: ForestMood, { noise, near, x: centre, width }: Trunk): void {
  const foot = 0.68 + near * 0.27
  const solid = 0.2 + 0.78 * near ** 0.8
  const lean = noise.at(centre * 9, near * 7) * 0.03
  const side = Math.sign(canvas.aspect * 0.58 - centre)
  const margin = 0.012 + width * 1.15
  const glow = 0.34 * bell(centre - canvas.aspect * 0.58, 0.55)
  const halves = Float32Array.from({ length: canvas.height }, (_, line) => {
    const y = line * canvas.pixel
    return width * (0.36 + 0.16 * y + 0.5 * bell(y - foot - 0.01, 0.05))
  })
  const middles = Float32Array.from({ length: canvas.height }, (_, line) => {
    const y = line * canvas.pixel
    return centre + (y - foot) * lean + noise.at(y * 2.5, centre * 30) * width * 0.25
  })
  canvas.box({ left: centre - margin, right: centre + margin, top: 0, bottom: foot + 0.03 }, (x, y, ink) => {
    const line = Math.floor(y * canvas.height)
    const half = halves[line] ?? width
    const across = (x - (middles[line] ?? centre)) / half
    const edge = (1 - Math.abs(across)) * half * canvas.height + 0.5
    if (edge <= 0) return
    const cover = clamp(edge) * smoothstep(foot + 0.02, foot - 0.005, y)
    const bark = near > 0.3 ? noise.ridged((x * 22) / (0.4 + near), y * 4, 2) - 0.5 : 0
    ink.mix(mood.bark, cover * solid * clamp(0.95 + bark * 0.25 * near))
    ink.add(mood.light, cover * glow * smoothstep(0.35, 1, across * side))
  })
}
