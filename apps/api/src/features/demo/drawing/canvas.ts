import { Ink } from './color.ts'
import { seededRandom } from './noise.ts'
import type { Raster } from './raster.ts'

/** Pixels. */
export type Size = { width: number; height: number }

/** Computes one pixel; `x` and `y` are measured in picture heights from the top left corner. */
export type Shade = (x: number, y: number, ink: Ink) => void

/** Edges: pixels or picture heights. */
type Area = { left: number; right: number; top: number; bottom: number }

export type Finish = {
  /** Brightness factor. */
  exposure?: number
  /** How much darker the corners are, 0 to 1. */
  vignette?: number
}

const GAMMA_STEPS = 4096
const KNEE = 0.65

/** A picture in linear light, drawn pixel by pixel. */
export class Canvas {
  readonly width: number
  readonly height: number
  /** Width over height. */
  readonly aspect: number
  /** One pixel, in picture heights: the width of a soft edge. */
  readonly pixel: number
  readonly #light: Float32Array
  readonly #ink = new Ink()

  constructor({ width, height }: Size) {
    this.width = width
    this.height = height
    this.aspect = width / height
    this.pixel = 1 / height
    this.#light = new Float32Array(width * height * 3)
  }

  paint(shade: Shade): this {
    return this.#area({ left: 0, top: 0, right: this.width, bottom: this.height }, shade)
  }

  /** Repaints the lines between two heights only. */
  band(from: number, to: number, shade: Shade): this {
    const line = (y: number) => Math.min(this.height, Math.max(0, Math.round(y * this.height)))
    return this.#area({ left: 0, top: line(from), right: this.width, bottom: line(to) }, shade)
  }

  /** Repaints a rectangle only. */
  box({ left, right, top, bottom }: Area, shade: Shade): this {
    const column = (x: number) => Math.min(this.width, Math.max(0, Math.round(x * this.height)))
    const line = (y: number) => Math.min(this.height, Math.max(0, Math.round(y * this.height)))
    return this.#area({ left: column(left), top: line(top), right: column(right), bottom: line(bottom) }, shade)
  }

  /** Repaints the square around a centre; the ink already holds what is there, and `x`, `y` count from the centre. */
  spot(centre: { x: number; y: number; reach: number }, shade: Shade): this {
    const { x, y, reach } = centre
    const left = Math.max(0, Math.floor((x - reach) * this.height))
    const top = Math.max(0, Math.floor((y - reach) * this.height))
    const right = Math.min(this.width, Math.ceil((x + reach) * this.height))
    const bottom = Math.min(this.height, Math.ceil((y + reach) * this.height))
    return this.#area({ left, top, right, bottom }, (px, py, ink) => shade(px - x, py - y, ink))
  }

  /** Covers one pixel, counted from the top left corner. */
  put(column: number, line: number, { ink, cover }: { ink: Ink; cover: number }): void {
    const i = (line * this.width + column) * 3
    const light = this.#light
    light[i] = (light[i] ?? 0) * (1 - cover) + ink.r * cover
    light[i + 1] = (light[i + 1] ?? 0) * (1 - cover) + ink.g * cover
    light[i + 2] = (light[i + 2] ?? 0) * (1 - cover) + ink.b * cover
  }

  /** Reads what is drawn at a place (the nearest pixel inside the picture): for reflections. */
  look(x: number, y: number, ink: Ink): void {
    const column = Math.min(this.width - 1, Math.max(0, Math.floor(x * this.height)))
    const line = Math.min(this.height - 1, Math.max(0, Math.floor(y * this.height)))
    const i = (line * this.width + column) * 3
    ink.r = this.#light[i] ?? 0
    ink.g = this.#light[i + 1] ?? 0
    ink.b = this.#light[i + 2] ?? 0
  }

  /** Rolls off the highlights, darkens the corners, adds a trace of grain and turns light into sRGB. */
  finish({ exposure = 1, vignette = 0.25 }: Finish = {}): Raster {
    const { width, height } = this
    const rgb = new Uint8Array(width * height * 3)
    const random = seededRandom(width * height)
    const grain = Float32Array.from({ length: 4093 }, () => random() + random() - 0.5)
    const edge = (4 * vignette) / (width * width + height * height)
    for (let y = 0, i = 0; y < height; y++) {
      const dy = y - height / 2
      for (let x = 0; x < width; x++) {
        const dx = x - width / 2
        const gain = exposure * (1 - edge * (dx * dx + dy * dy))
        const speck = grain[(i * 7 + y) % 4093] ?? 0
        for (let c = 0; c < 3; c++, i++) rgb[i] = encoded((this.#light[i] ?? 0) * gain) + speck
      }
    }
    return { width, height, rgb }
  }

  #area({ left, top, right, bottom }: Area, shade: Shade): this {
    const ink = this.#ink
    const light = this.#light
    for (let y = top; y < bottom; y++) {
      let i = (y * this.width + left) * 3
      for (let x = left; x < right; x++, i += 3) {
        ink.r = light[i] ?? 0
        ink.g = light[i + 1] ?? 0
        ink.b = light[i + 2] ?? 0
        shade((x + 0.5) * this.pixel, (y + 0.5) * this.pixel, ink)
        light[i] = ink.r
        light[i + 1] = ink.g
        light[i + 2] = ink.b
      }
    }
    return this
  }
}

const gamma = Float32Array.from({ length: GAMMA_STEPS + 1 }, (_, i) => {
  const value = i / GAMMA_STEPS
  const level = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
  return Math.min(254, level * 255)
})

function encoded(light: number): number {
  const soft = light < KNEE ? light : 1 - ((1 - KNEE) * (1 - KNEE)) / (light + 1 - 2 * KNEE)
  const place = Math.max(0, soft) * GAMMA_STEPS
  const below = Math.floor(place)
  const low = gamma[below] ?? 254
  return low + ((gamma[below + 1] ?? 254) - low) * (place - below)
}
