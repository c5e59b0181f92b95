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
  landscape: { width: 1020, height: 680 },
  wide: { width: 1120, height: 630 },
  square: { width: 832, height: 832 },
  portrait: { width: 752, height: 940 },
  tall: { width: 732, height: 976 },
} as const
