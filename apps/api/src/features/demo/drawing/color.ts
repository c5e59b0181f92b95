import { clamp } from './curves.ts'

/** Linear light, 1 is paper white; light sources may exceed it. */
export type Color = { readonly r: number; readonly g: number; readonly b: number }

const toLinear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** `#rrggbb` as linear light. */
export function hex(code: string): Color {
  const channel = (at: number) => toLinear(Number.parseInt(code.slice(at, at + 2), 16) / 255)
  return { r: channel(1), g: channel(3), b: channel(5) }
}

export type Ramp = (t: number) => Color

const RAMP_STEPS = 1024

/** A gradient through `#rrggbb` stops; `stops` names each one's place between 0 and 1. Even as the eye sees it. */
export function ramp(stops: Record<number, string>): Ramp {
  const places = Object.keys(stops)
    .map(Number)
    .sort((a, b) => a - b)
  const steps = Array.from({ length: RAMP_STEPS + 1 }, (_, i) => {
    const t = clamp(i / RAMP_STEPS, places[0], places.at(-1))
    const next = Math.max(
      1,
      places.findIndex((place) => place >= t),
    )
    const from = places[next - 1] ?? 0
    const to = places[next] ?? 1
    return between(stops[from] ?? '#000000', stops[to] ?? '#000000', (t - from) / (to - from))
  })
  const last = steps[RAMP_STEPS] ?? hex('#000000')
  return (t) => steps[t <= 0 ? 0 : Math.round(t * RAMP_STEPS)] ?? last
}

function between(from: string, to: string, t: number): Color {
  const channel = (at: number) => {
    const [a, b] = [Number.parseInt(from.slice(at, at + 2), 16), Number.parseInt(to.slice(at, at + 2), 16)]
    return toLinear((a + (b - a) * t) / 255)
  }
  return { r: channel(1), g: channel(3), b: channel(5) }
}

/** The colour of the pixel at hand while a drawing is computed. */
export class Ink {
  r = 0
  g = 0
  b = 0

  set(color: Color): void {
    this.r = color.r
    this.g = color.g
    this.b = color.b
  }

  /** Covers what is there: 0 leaves it, 1 replaces it. */
  mix(color: Color, t: number): void {
    this.r += (color.r - this.r) * t
    this.g += (color.g - this.g) * t
    this.b += (color.b - this.b) * t
  }

  /** Adds light. */
  add(color: Color, strength: number): void {
    this.r += color.r * strength
    this.g += color.g * strength
    this.b += color.b * strength
  }

  dim(factor: number): void {
    this.r *= factor
    this.g *= factor
    this.b *= factor
  }
}
