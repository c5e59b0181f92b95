import { Canvas, type Size } from '../drawing/canvas.ts'
import { type Color, hex, type Ramp } from '../drawing/color.ts'
import { bell, length, smoothstep } from '../drawing/curves.ts'
import { Noise, seededRandom } from '../drawing/noise.ts'

export type BokehMood = {
  seed: number
  /** Top at 0, bottom at 1. */
  backdrop: Ramp
  lights: Color[]
  count: number
}

/** Lights far out of focus, as a fast lens sees a street at night. */
export function bokeh(size: Size, mood: BokehMood): Canvas {
  const canvas = new Canvas(size)
  const random = seededRandom(mood.seed)
  const haze = new Noise(mood.seed)
  canvas.paint((x, y, ink) => {
    ink.set(mood.backdrop(y))
    ink.dim(0.85 + 0.35 * haze.at(x * 1.7, y * 1.7))
  })
  for (let i = 0; i < mood.count; i++) {
    const near = i / mood.count
    const radius = 0.018 + 0.06 * near * (0.5 + random())
    const color = mood.lights[Math.floor(random() * mood.lights.length)] ?? hex('#ffffff')
    const y = 0.5 + (random() + random() + random() - 1.5) * 0.55
    const strength = (0.12 + 0.5 * random() ** 2) * (1.1 - 0.6 * near)
    const edge = canvas.pixel * (1.5 + 5 * near)
    canvas.spot({ x: random() * canvas.aspect, y, reach: radius * 1.5 }, (dx, dy, ink) => {
      const distance = length(dx, dy)
      const disc = smoothstep(radius + edge, radius - edge, distance)
      const rim = bell(distance - radius * 0.94, radius * 0.09) * 0.35
      ink.add(color, strength * (disc * (0.62 + 0.3 * (distance / radius) ** 2) + rim + 0.05 * bell(distance, radius)))
    })
  }
  return canvas
}
