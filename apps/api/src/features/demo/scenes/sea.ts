import { Canvas, type Size } from '../drawing/canvas.ts'
import type { Color, Ink, Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'

export type SeaMood = {
  seed: number
  /** Zenith at 0, horizon at 1. */
  sky: Ramp
  water: Color
  /** Clouds in the light and in their own shade. */
  clouds: { lit: Color; shade: Color; cover: number }
  sun: { x: number; y: number; radius: number; color: Color; halo: Color }
}

export const SEA_HORIZON = 0.58

/** A low sun or moon over open water, with its path of light. */
export function sea(size: Size, mood: SeaMood): Canvas {
  const canvas = new Canvas(size)
  const { sun, water } = mood
  const sunX = sun.x * canvas.aspect
  const sky = skyOf(mood, sunX)
  const ripples = new Noise(mood.seed + 1)
  return canvas.paint((x, y, ink) => {
    if (y < SEA_HORIZON) {
      sky(x, y, ink)
      const edge = length(x - sunX, y - sun.y) - sun.radius
      const disc = clamp(0.5 - edge / (2 * canvas.pixel))
      return ink.add(sun.color, disc * 2.5)
    }
    const below = y - SEA_HORIZON
    const far = 1 / (below + 0.012)
    const u = (x - sunX) * far * 0.9
    const wave = ripples.fractal(u * 0.8, far * 3.2, 3)
    const fine = ripples.at(u * 5, far * 14) * 0.6
    const tilt = wave + fine
    sky(x + wave * 0.05, SEA_HORIZON - below * 0.55 - Math.abs(tilt) * 0.16, ink)
    const reflectance = clamp(0.78 - below * 0.9 + tilt * 0.2, 0.12, 0.9)
    ink.mix(water, 1 - reflectance)
    const path = bell(x - sunX + wave * 0.03, 0.035 + below * 0.28)
    ink.add(sun.color, path * smoothstep(0.02, 0.75, tilt + 0.28) * 0.85)
    ink.add(sun.halo, 0.12 * bell(x - sunX, 0.5) * bell(below, 0.08))
  })
}

function skyOf({ seed, sky, clouds, sun }: SeaMood, sunX: number) {
  const noise = new Noise(seed)
  return (x: number, y: number, ink: Ink) => {
    const distance = length((x - sunX) * 0.8, y - sun.y)
    const glow = 0.35 * bell(distance, 0.1) + 0.32 * bell(distance, 0.38)
    ink.set(sky(clamp(y / SEA_HORIZON)))
    ink.add(sun.halo, glow)
    const far = 0.55 / (SEA_HORIZON + 0.16 - y)
    const density = noise.fractal(x * far * 0.9 + 3, far * 3.4 + 0.35 * x, 4)
    const body = smoothstep(0.5 - clouds.cover, 0.85 - clouds.cover, density)
    if (body === 0) return
    const rim = 1 - smoothstep(0.62 - clouds.cover, 1.05 - clouds.cover, density)
    ink.mix(clouds.shade, body * 0.75)
    ink.add(clouds.lit, body * rim * (0.25 + 1.1 * bell(distance, 0.55)))
  }
}
