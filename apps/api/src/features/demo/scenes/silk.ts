import { Canvas, type Size } from '../drawing/canvas.ts'
import type { Color, Ramp } from '../drawing/color.ts'
import { clamp } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'

export type SilkMood = { seed: number; dye: Ramp; sheen: Color; scale: number; folds: number }

/** Folded cloth: noise warped by noise, lit from the side. */
export function silk(size: Size, mood: SilkMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const coarse = { width: Math.ceil(size.width / 2) + 3, height: Math.ceil(size.height / 2) + 3 }
  const field = new Float32Array(coarse.width * coarse.height)
  for (let i = 0; i < field.length; i++) {
    const x = ((i % coarse.width) / size.height) * 2 * mood.scale
    const y = (Math.floor(i / coarse.width) / size.height) * 2 * mood.scale
    const wx = noise.fractal(x * 0.9, y * 0.9, 2)
    const wy = noise.fractal(x * 0.9 + 5, y * 0.9 + 1, 2)
    const flow = noise.fractal(x + wx * 1.6, y + wy * 1.6, 2)
    field[i] = flow + 0.16 * Math.sin((flow * 2.2 + wx + wy * 0.6) * mood.folds)
  }
  const at = (column: number, row: number) => field[row * coarse.width + column] ?? 0
  return canvas.paint((x, y, ink) => {
    const px = (x * size.height) / 2
    const py = (y * size.height) / 2
    const c = Math.floor(px)
    const r = Math.floor(py)
    const fx = px - c
    const fy = py - r
    const near = at(c, r) * (1 - fx) + at(c + 1, r) * fx
    const far = at(c, r + 1) * (1 - fx) + at(c + 1, r + 1) * fx
    const height = near + (far - near) * fy
    const dx = (at(c + 2, r) - at(c, r)) * (1 - fx) + (at(c + 3, r) - at(c + 1, r)) * fx
    const dy = (far - near) * 2
    const slopeX = dx * size.height * 0.09
    const slopeY = dy * size.height * 0.09
    const normal = 1 / Math.sqrt(1 + slopeX * slopeX + slopeY * slopeY)
    const light = clamp((0.75 - slopeX * 0.5 - slopeY * 0.42) * normal)
    ink.set(mood.dye(clamp(0.5 + height * 0.55)))
    ink.dim(0.18 + 1.05 * light)
    ink.add(mood.sheen, 0.75 * light ** 14 + 0.1 * (1 - normal) ** 2)
  })
}
