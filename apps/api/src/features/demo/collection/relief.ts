import { type Color, hex } from '../drawing/color.ts'
import { smoothstep } from '../drawing/curves.ts'
import type { Noise } from '../drawing/noise.ts'

const SNOW = hex('#ffffff')
const ROCK = hex('#6b6660')
const GRASS = hex('#3f5f2c')
const MEADOW = hex('#6f8a3a')
const SAND = hex('#d8a060')

export function alpineRelief(noise: Noise, x: number, z: number) {
  const aside = Math.abs(x - 0.02 + 0.1 * Math.sin(z * 5)) / (0.45 + z)
  const valley = smoothstep(0.05, 0.5, aside)
  const range = noise.ridged(x * 2.2 + 5, z * 2.2, 6)
  const foothills = noise.fractal(x * 7, z * 7, 4)
  const summits = valley * 0.85 + 0.55 * smoothstep(0.7, 1, z)
  return valley * 0.12 - 0.02 + foothills * (0.02 + 0.1 * valley) + range * summits * smoothstep(0.12, 0.85, z)
}

export function alpineGround(height: number, slope: number, grain: number) {
  if (height + grain * 0.1 - slope * 0.25 > 0.36) return SNOW
  if (slope + grain * 0.08 > 0.3 || height + grain * 0.05 > 0.3) return ROCK
  return height + grain * 0.03 > 0.05 ? GRASS : MEADOW
}

export function duneRelief(noise: Noise, x: number, z: number) {
  const warp = noise.at(x * 2, z * 2) * 0.25
  const crest = (value: number) => (1 - Math.sqrt(value * value + 0.0006)) ** 2
  const large = crest(noise.at(x * 2.1 + z * 0.8 + warp, z * 3.4))
  const small = crest(noise.at(x * 4.6 + 4 + warp, z * 6.5))
  const ripples = 0.00035 * Math.sin((x + z * 0.6 + warp * 0.2) * 900) * smoothstep(0.3, 0.08, z)
  return 0.26 * large + 0.07 * small - 0.1 + ripples
}

export const duneGround = (): Color => SAND
