import { Canvas, type Size } from '../drawing/canvas.ts'
import type { Color, Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'

export type FieldMood = { seed: number; sky: Ramp; sun: Color; bloom: Ramp; soil: Color; hills: Color }

const HORIZON = 0.42

/** Rows of lavender that run to the horizon. */
export function flowerField(size: Size, mood: FieldMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const sunX = canvas.aspect * 0.62
  const cx = canvas.aspect * 0.5
  return canvas.paint((x, y, ink) => {
    const glow = length(x - sunX, (y - HORIZON + 0.07) * 1.2)
    const ridge = HORIZON - 0.035 - 0.05 * noise.fractal(x * 1.4 + 2, 0.5, 4)
    if (y < HORIZON) {
      const far = 0.5 / (HORIZON + 0.14 - y)
      const cloud = smoothstep(0, 0.8, noise.fractal(x * far * 1.3, far * 3.2, 4))
      ink.set(mood.sky(y / HORIZON))
      ink.mix(mood.sun, 0.55 * cloud * (0.3 + bell(glow, 0.6)))
      ink.add(mood.sun, 2 * bell(glow, 0.03) + 0.4 * bell(glow, 0.14) + 0.3 * bell(glow, 0.5))
      const hill = clamp((y - ridge) * size.height + 0.5)
      ink.mix(mood.hills, hill * 0.9)
      return ink.add(mood.sun, hill * 0.25 * bell(glow, 0.3))
    }
    const below = y - HORIZON
    const z = 0.2 / (below + 0.012)
    const u = (x - cx) * z * 5 + 0.35
    const wobble = noise.at(u * 2.3, z * 7) * 0.1
    const row = Math.abs(u + wobble - Math.round(u + wobble)) * 2
    const mound = smoothstep(0.86, 0.25, row + 0.22 * noise.at(u * 9, z * 30))
    const flowers = noise.at(u * 17, z * 46) * 0.5 + noise.at(u * 41, z * 90) * 0.5
    const fine = flowers * clamp(below * 6, 0.15, 1)
    ink.set(mood.soil)
    ink.mix(mood.bloom(clamp(0.62 - row * 0.5 + fine * 0.4)), mound)
    ink.dim(0.6 + 0.5 * bell(x - sunX, 0.6) + 0.25 * fine)
    ink.mix(mood.hills, 0.55 * bell(below, 0.035))
    ink.add(mood.sun, (0.4 * bell(below, 0.06) + 0.1) * bell(x - sunX, 0.45) * (0.6 + mound))
  })
}
