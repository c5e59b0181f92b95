import { Canvas, type Size } from '../drawing/canvas.ts'
import type { Color, Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'
import { scatterStars } from './stars.ts'

export type MountainMood = {
  seed: number
  /** Zenith at 0, horizon at 1. */
  sky: Ramp
  /** Farthest ridge at 0, nearest at 1. */
  ridges: Ramp
  mist: Color
  sun: { x: number; y: number; radius: number; color: Color; halo: Color }
  stars?: number
}

const RIDGES = 7
const HORIZON = 0.5

/** Ridge behind ridge, each standing in the mist of the next; pines on the nearest. */
export function mountains(size: Size, mood: MountainMood): Canvas {
  const canvas = new Canvas(size)
  const { sun, sky } = mood
  const sunX = sun.x * canvas.aspect
  canvas.paint((x, y, ink) => {
    const distance = length(x - sunX, y - sun.y)
    ink.set(sky(y / 0.72))
    ink.add(sun.halo, 0.5 * bell(distance, 0.13) + 0.3 * bell(distance, 0.42))
  })
  if (mood.stars) scatterStars(canvas, { seed: mood.seed, count: mood.stars, below: HORIZON })
  canvas.spot({ x: sunX, y: sun.y, reach: sun.radius * 1.2 }, (x, y, ink) => {
    const disc = smoothstep(sun.radius + canvas.pixel, sun.radius - canvas.pixel, length(x, y))
    ink.dim(1 - disc)
    ink.add(sun.color, disc * 2.5)
  })
  const outlines = Array.from({ length: RIDGES }, (_, i) => outlineOf(canvas, mood.seed, i / (RIDGES - 1)))
  for (const [i, outline] of outlines.entries()) {
    const hiddenBelow = Math.max(...(outlines[i + 1]?.rock ?? [1]))
    paintRidge(canvas, mood, { ...outline, hiddenBelow, near: i / (RIDGES - 1) })
  }
  return canvas
}

/** For each pixel column the top of the rock, from the top of the picture, and the height of the pines on it. */
type Outline = { rock: Float32Array; pines: Float32Array }

function paintRidge(canvas: Canvas, mood: MountainMood, ridge: Outline & { hiddenBelow: number; near: number }) {
  const { rock, pines, hiddenBelow, near } = ridge
  const { ridges, mist, sun } = mood
  const color = ridges(near)
  canvas.band(Math.min(...rock) - 0.07, hiddenBelow, (x, y, ink) => {
    const column = Math.floor(x * canvas.height)
    const depth = y - (rock[column] ?? 1)
    const cover = clamp((depth + (pines[column] ?? 0)) * canvas.height + 0.5)
    if (cover === 0) return
    ink.mix(color, cover)
    ink.add(sun.halo, cover * 0.25 * (1 - near) * bell(x - sun.x * canvas.aspect, 0.5) * bell(depth, 0.2))
    ink.mix(mist, cover * 0.8 * smoothstep(0, 0.26, depth) * (1 - near))
  })
}

function outlineOf(canvas: Canvas, seed: number, near: number): Outline {
  const noise = new Noise(seed * 31 + Math.round(near * 100))
  const base = HORIZON - 0.03 + near ** 1.25 * 0.44
  const rock = new Float32Array(canvas.width)
  const pines = new Float32Array(canvas.width)
  for (let column = 0; column < canvas.width; column++) {
    const x = column * canvas.pixel
    const crest = noise.ridged(x * (1.7 + near * 0.5) + near * 54, near * 22, 6) - 0.5
    rock[column] = base - crest * (0.3 - near * 0.14) - noise.at(x * 1.1, near * 6 + 0.5) * 0.06
    pines[column] = near > 0.6 ? pineTops(noise, x, near) : 0
  }
  return { rock, pines }
}

function pineTops(noise: Noise, x: number, near: number): number {
  let height = 0
  for (const [step, tall] of [
    [0.011, 0.026],
    [0.019, 0.045],
    [0.031, 0.06],
  ] as const) {
    const place = x / (step * near * near)
    const tree = Math.floor(place)
    const size = 0.45 + 0.55 * noise.at(tree * 0.77, step * 1000)
    const spire = 1 - Math.abs(place - tree - 0.5) * 2
    const branches = 0.12 * Math.abs(((spire * 6) % 1) - 0.5)
    height = Math.max(height, (spire - branches) * size * tall * near * near)
  }
  return height
}
