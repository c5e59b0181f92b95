/** The shaping functions that every drawing is made of; all work on plain numbers around 0 and 1. */

export const clamp = (value: number, low = 0, high = 1) => Math.max(low, Math.min(high, value))

export const lerp = (from: number, to: number, t: number) => from + (to - from) * t

/** 0 up to `from`, 1 beyond `to`, smooth in between; `from` may be the larger. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** A bell of height 1 around 0 that has fallen to about a third at `width`; close to a Gaussian, without its price. */
export function bell(distance: number, width: number): number {
  const t = 1 - (distance * distance) / (8 * width * width)
  if (t <= 0) return 0
  const squared = t * t
  return squared * squared * squared * squared
}

/** Distance from the origin; Math.hypot guards against overflow and takes several times as long. */
export const length = (x: number, y: number) => Math.sqrt(x * x + y * y)
