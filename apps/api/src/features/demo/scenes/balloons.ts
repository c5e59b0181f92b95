import type { Canvas } from '../drawing/canvas.ts'
import { type Color, hex } from '../drawing/color.ts'
import { bell, clamp, smoothstep } from '../drawing/curves.ts'

export type Balloon = {
  /** Centre and radius in picture heights. */
  x: number
  y: number
  radius: number
  /** The gores, going round. */
  colors: Color[]
  /** 0 is near, 1 is lost in the morning. */
  haze: number
}

const GORES = 12
const FOOT = 1.3
const MOUTH = 1.2
const HAZE = hex('#f4ead0')
const SUNLIGHT = hex('#ffe2b0')
const WICKER = hex('#4a2c14')

/** Lets hot-air balloons rise over a landscape lit from the left. */
export function balloons(canvas: Canvas, all: Balloon[]): Canvas {
  for (const balloon of all.toReversed()) {
    const { x, y, radius, haze } = balloon
    const soft = canvas.pixel / radius
    canvas.spot({ x, y, reach: radius * 1.9 }, (dx, dy, ink) => {
      const u = dx / radius
      const v = dy / radius
      const ropes = bell(Math.abs(u) - 0.19 + (v - MOUTH) * 0.2, soft * 0.8) * (v > MOUTH && v < 1.55 ? 0.7 : 0)
      const basket = clamp((0.12 - Math.abs(u)) / soft) * clamp((v - 1.54) / soft) * clamp((1.76 - v) / soft)
      ink.mix(WICKER, Math.max(ropes, basket) * (1 - haze))
      const half = v < 0 ? Math.sqrt(Math.max(0, 1 - v * v)) : (1 - Math.min(1, v / FOOT) ** 2) ** 0.8
      const cover = clamp((half - Math.abs(u)) / soft + 0.5) * clamp((MOUTH - v) / soft + 0.5)
      if (cover === 0 || half === 0) return
      const across = clamp(u / half, -1, 1)
      const round = Math.asin(across) / Math.PI + 0.5
      const gore = round * GORES
      const color = balloon.colors[Math.floor(gore) % balloon.colors.length] ?? HAZE
      const bulge = 1 - 0.3 * Math.abs(gore - Math.floor(gore) - 0.5) ** 2 * 4
      const light = clamp(0.62 - across * 0.5 - v * 0.28) * bulge
      ink.dim(1 - cover)
      ink.add(color, cover * (0.14 + 1.15 * light))
      ink.add(SUNLIGHT, cover * 0.35 * bell(across + 0.5, 0.3) * bell(v + 0.45, 0.45))
      ink.dim(1 - cover * 0.5 * smoothstep(0.9, MOUTH, v))
      ink.mix(HAZE, cover * haze)
    })
  }
  return canvas
}
