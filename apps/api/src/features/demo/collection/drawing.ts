import type { Canvas, Size } from '../drawing/canvas.ts'

/** A picture of the demo collection. */
export type Drawing = {
  /** The file's name; its extension decides the format. */
  name: string
  size: Size
  draw: (size: Size) => Canvas
}

/** Pixels: what cameras and phones make, kept small so that a first start is quick. */
export const SIZES = {
  landscape: { width: 1080, height: 720 },
  wide: { width: 1184, height: 666 },
  square: { width: 880, height: 880 },
  portrait: { width: 800, height: 1000 },
  tall: { width: 780, height: 1040 },
} as const
