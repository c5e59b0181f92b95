import { Canvas, type Size } from '../drawing/canvas.ts'
import type { Color, Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'

export type DahliaMood = {
  seed: number
  /** Heart of the flower at 0, outermost petals at 1. */
  petals: Ramp
  /** What shines through at the tips. */
  tip: Color
  backdrop: { dark: Color; light: Color }
  petalCount: number
  /** Where the heart lies, and how far the petals reach, both in picture heights. */
  centre: { x: number; y: number }
  reach: number
}

const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5))

/** A dahlia: petals set by the golden angle, the outer ones first, each shading the one below. */
export function dahlia(size: Size, mood: DahliaMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const { centre, reach } = mood
  canvas.paint((x, y, ink) => {
    ink.set(mood.backdrop.dark)
    const leaf = smoothstep(-0.3, 0.7, noise.at(x * 2.6, y * 2.6) + 0.5 * noise.at(x * 5.2, y * 5.2 + 9))
    ink.mix(mood.backdrop.light, leaf * (0.75 - 0.5 * y))
    ink.dim(1 - 0.7 * bell(length(x - centre.x - 0.02, y - centre.y - 0.04), reach * 0.95))
  })
  for (let i = mood.petalCount; i >= 1; i--) {
    const t = i / mood.petalCount
    const angle = i * GOLDEN_ANGLE
    const span = 0.035 + 0.15 * t ** 0.75
    petal(canvas, mood, {
      x: centre.x + Math.cos(angle) * reach * 0.62 * t ** 0.62,
      y: centre.y + Math.sin(angle) * reach * 0.62 * t ** 0.62,
      angle: angle + noise.at(i * 0.7, 3) * 0.12,
      span: span * reach * 2.3,
      t,
    })
  }
  return canvas
}

type Petal = { x: number; y: number; angle: number; span: number; t: number }

function petal(canvas: Canvas, { petals, tip }: DahliaMood, { x, y, angle, span, t }: Petal): void {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const color = petals(t)
  const soft = canvas.pixel / span
  const facing = 0.72 - 0.28 * cos * 0.6 - 0.28 * sin
  const halfWidth = span * (0.56 * Math.abs(cos) + 0.3 * Math.abs(sin))
  const halfHeight = span * (0.56 * Math.abs(sin) + 0.3 * Math.abs(cos))
  const box = { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight }
  canvas.box(box, (px, py, ink) => {
    const dx = px - x
    const dy = py - y
    const along = (dx * cos + dy * sin) / span + 0.5
    if (along < -0.05 || along > 1.08) return
    const across = (dy * cos - dx * sin) / span
    const inner = clamp(along)
    const power = inner * inner * inner * inner
    const half = 0.25 * Math.sqrt(inner) * (1 - inner * power) + 0.012
    const distance = Math.abs(across) - half
    if (along < 1.02) ink.dim(1 - 0.5 * smoothstep(0.1, 0, distance) * smoothstep(0, 0.3, along))
    const cover = along > 1 ? 0 : smoothstep(soft, -soft, distance)
    if (cover === 0) return
    const bowl = across / half
    const shade = facing * (0.22 + 0.9 * inner) * (1 - 0.35 * bowl * bowl) * (0.93 + 0.07 * Math.cos(bowl * 14))
    ink.dim(1 - cover)
    ink.add(color, cover * shade)
    ink.add(tip, cover * 0.4 * power * (1 - bowl * bowl))
  })
}
