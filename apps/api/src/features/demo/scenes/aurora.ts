import { Canvas, type Size } from '../drawing/canvas.ts'
import type { Color, Ink, Ramp } from '../drawing/color.ts'
import { bell, clamp, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'
import { scatterStars } from './stars.ts'

export type AuroraMood = {
  seed: number
  /** Zenith at 0, horizon at 1. */
  sky: Ramp
  /** Foot and crown of the curtains. */
  foot: Color
  crown: Color
  land: Color
}

const SHORE = 0.72

/** Curtains of light over a still lake. */
export function aurora(size: Size, mood: AuroraMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const hills = Float32Array.from({ length: size.width }, (_, i) => hillHeight(noise, i * canvas.pixel))
  canvas.band(0, SHORE, (_, y, ink) => ink.set(mood.sky(y / SHORE)))
  scatterStars(canvas, { seed: mood.seed, count: 700, below: SHORE })
  canvas.band(0, SHORE, (x, y, ink) => {
    for (let i = 0; i < 3; i++) addCurtain(ink, mood, { noise, x, y, i })
    const hill = SHORE - (hills[Math.floor(x * size.height)] ?? 0)
    ink.mix(mood.land, clamp((y - hill) * size.height + 0.5))
  })
  return canvas.band(SHORE, 1, (x, y, ink) => {
    const below = y - SHORE
    const ripple = noise.at(x * 6, 1.5 / (below + 0.03)) * (0.004 + below * 0.07)
    canvas.look(x + ripple * 0.5, Math.max(0, SHORE - below * 1.9 - 0.004 + ripple), ink)
    ink.dim(0.72 - below * 0.9)
    ink.add(mood.foot, 0.012 * bell(below, 0.05))
  })
}

type CurtainPoint = { noise: Noise; x: number; y: number; i: number }

function addCurtain(ink: Ink, mood: AuroraMood, { noise, x, y, i }: CurtainPoint): void {
  const along = x * (1.1 + i * 0.25) + i * 5.7
  const fold = noise.at(along + y * 0.35, i * 3.1)
  const base = 0.5 - i * 0.09 + fold * 0.17 - (x - 0.7) * 0.08
  const above = base - y
  if (above < -0.05) return
  const rays = 0.55 + 0.45 * noise.at(along * 13 + fold * 6, y * 0.7 + i)
  const presence = smoothstep(-0.35, 0.45, noise.at(along * 0.9 + 2.2, i * 7.7 + 0.4))
  const tall = 0.13 + 0.16 * rays
  const rise = smoothstep(-0.035, 0.012, above)
  const light = presence * rise * (0.35 + 0.65 * rays) * Math.exp(-Math.max(0, above) / tall)
  ink.add(mood.foot, light * 0.85 * bell(above, 0.2))
  ink.add(mood.crown, light * 0.9 * smoothstep(0.03, 0.3, above))
}

function hillHeight(noise: Noise, x: number): number {
  const hill = 0.055 + 0.05 * noise.fractal(x * 1.9, 40.5, 4)
  const tree = Math.abs(((x / 0.009) % 1) - 0.5) * 2
  return hill + 0.018 * (1 - tree) * (0.5 + 0.5 * noise.at(Math.floor(x / 0.009) * 0.7, 3.5))
}
