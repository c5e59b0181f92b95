import { Canvas, type Size } from '../drawing/canvas.ts'
import { type Color, hex, type Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'
import { scatterStars } from './stars.ts'

const NIGHT = hex('#03040c')

export type GalaxyMood = { seed: number; core: Color; arms: Color; clouds: Color; tilt: number }

/** A spiral seen at an angle. */
export function galaxy(size: Size, mood: GalaxyMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const cx = canvas.aspect / 2
  canvas.paint((px, py, ink) => {
    const dx = px - cx
    const dy = py - 0.5
    const x = (dx * 0.9 + dy * 0.42) * 0.8
    const y = (dy * 0.9 - dx * 0.42) * mood.tilt * 0.8
    const radius = length(x, y)
    const turns = Math.atan2(y, x) * 2 - Math.log(radius + 0.02) * 5.2
    const dust = noise.fractal(x * 5 + 9, y * 5, 5)
    const arm = 0.5 + 0.5 * Math.sin(turns + dust * 1.7)
    const fall = bell(radius, 0.42)
    const light = arm * arm * fall
    ink.set(NIGHT)
    ink.add(mood.clouds, light * (0.6 + 0.8 * clamp(dust + 0.3)))
    ink.add(mood.arms, light * light * (0.9 + dust) * 2)
    ink.dim(1 - 0.75 * smoothstep(0.05, 0.6, dust) * smoothstep(0.55, 0.2, arm) * fall)
    ink.add(mood.core, 1.5 * bell(radius, 0.055) + 0.42 * bell(radius, 0.17))
    const knot = noise.at(px * 46, py * 46)
    ink.add(mood.arms, light * smoothstep(0.62, 0.95, knot) * 1.4)
  })
  scatterStars(canvas, { seed: mood.seed, count: 1100, below: 1.3 })
  return canvas
}

export type NebulaMood = { seed: number; colors: Ramp; veil: Color; glow: Color }

/** Glowing gas behind dark dust, by warping noise with noise. */
export function nebula(size: Size, mood: NebulaMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  canvas.paint((x, y, ink) => {
    const wx = noise.fractal(x * 1.5, y * 1.5, 3)
    const wy = noise.fractal(x * 1.5 + 8, y * 1.5 + 3, 3)
    const gas = noise.ridged(x * 1.3 + wx * 0.8, y * 1.3 + wy * 0.8, 5)
    const dust = noise.at(x * 1.1 + wy * 1.4, y * 1.1 + wx * 1.4)
    const heart = bell(length(x - canvas.aspect * 0.52, y - 0.45), 0.5)
    ink.set(mood.colors(clamp(gas * 0.8 + heart * 0.3 - 0.1 + dust * 0.22)))
    ink.dim(0.3 + 1.1 * heart)
    ink.add(mood.glow, heart * heart * heart * gas * 0.75)
    ink.mix(mood.veil, 0.85 * smoothstep(0.05, 0.75, dust - gas * 0.25 + 0.05))
  })
  scatterStars(canvas, { seed: mood.seed, count: 900, below: 1.3 })
  return canvas
}
