import { Canvas, type Size } from '../drawing/canvas.ts'
import { type Color, hex, type Ink, type Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'
import { scatterStars } from './stars.ts'

const NIGHT = hex('#03040c')

export type PlanetMood = {
  seed: number
  centre: { x: number; y: number; radius: number }
  /** Surface by latitude and turbulence, 0 to 1. */
  bands: Ramp
  ring: Ramp
  nebula: Color
  air: Color
}

/** A banded giant with rings, half in its own shade. */
export function planet(size: Size, mood: PlanetMood): Canvas {
  const canvas = new Canvas(size)
  const { x: cx, y: cy, radius } = mood.centre
  const noise = new Noise(mood.seed)
  canvas.paint((x, y, ink) => {
    ink.set(NIGHT)
    const dust = clamp(noise.fractal(x * 1.6, y * 1.6 + 4, 4) + 0.15)
    ink.add(mood.nebula, dust * dust * 0.5)
  })
  scatterStars(canvas, { seed: mood.seed, count: 700, below: 1.1 })
  return canvas.paint((px, py, ink) => {
    const turned = 0.42
    const dx = (px - cx * canvas.aspect) / radius
    const dy = (py - cy) / radius
    const x = dx * Math.cos(turned) + dy * Math.sin(turned)
    const y = dy * Math.cos(turned) - dx * Math.sin(turned)
    const across = y / 0.27
    const ringRadius = length(x, across)
    const distance = length(x, y)
    const behind = y < 0
    if (behind) paintRing(ink, mood.ring, { ringRadius, light: 1 })
    const cover = clamp((1 - distance) / (canvas.pixel / radius) + 0.5)
    if (cover > 0) paintGlobe(ink, { x, y, distance, cover, mood, noise })
    ink.add(mood.air, 0.4 * bell(Math.max(0, distance - 1), 0.09) * (1 - cover) * clamp(0.35 - x * 0.6 - y * 0.5))
    if (!behind) paintRing(ink, mood.ring, { ringRadius, light: 1 })
  })
}

type GlobePoint = { x: number; y: number; distance: number; cover: number; mood: PlanetMood; noise: Noise }

function paintGlobe(ink: Ink, { x, y, distance, cover, mood, noise }: GlobePoint): void {
  const z = Math.sqrt(Math.max(0, 1 - distance * distance))
  const latitude = y * 0.95 + z * 0.26
  const swirl = noise.fractal((x * 2.2) / (0.4 + z), latitude * 9, 4)
  const surface = mood.bands(clamp(0.5 + latitude * 0.5 + swirl * 0.075 + 0.05 * Math.sin(latitude * 31 + swirl * 3)))
  const sun = clamp(-x * 0.62 - y * 0.45 + z * 0.64)
  const ringShade = 1 - 0.65 * bell(latitude - 0.16 - x * 0.05, 0.055) * smoothstep(0, 0.3, z)
  const day = 0.012 + 1.15 * sun * ringShade
  ink.dim(1 - cover)
  ink.add(surface, day * cover)
  ink.add(mood.air, cover * (1 - z) ** 3 * (0.05 + sun) * 1.1)
}

function paintRing(ink: Ink, ring: Ramp, { ringRadius, light }: { ringRadius: number; light: number }): void {
  const t = (ringRadius - 1.32) / (2.25 - 1.32)
  if (t <= 0 || t >= 1) return
  const grooves = 0.55 + 0.25 * Math.sin(t * 61) + 0.2 * Math.sin(t * 143 + 1)
  const gap = 1 - 0.92 * bell(t - 0.63, 0.025)
  const opacity = grooves * gap * smoothstep(0, 0.08, t) * smoothstep(1, 0.9, t)
  ink.mix(ring(t), opacity * light)
}
