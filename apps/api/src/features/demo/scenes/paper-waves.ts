import { Canvas, type Size } from '../drawing/canvas.ts'
import type { Color, Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'

export type PaperMood = { seed: number; sheets: Ramp; light: Color }

const SHEETS = 9

/** Cut paper, sheet over sheet, each throwing a soft shadow on the one behind. */
export function paperWaves(size: Size, mood: PaperMood): Canvas {
  const canvas = new Canvas(size)
  const noise = new Noise(mood.seed)
  const fibre = new Noise(mood.seed + 1)
  const cx = canvas.aspect * 0.68
  canvas.paint((x, y, ink) => {
    ink.set(mood.sheets(0))
    const edge = length(x - cx, y - 0.2) - 0.1
    ink.dim(1 - 0.25 * smoothstep(0.05, -0.01, length(x - cx - 0.012, y - 0.22) - 0.1))
    ink.mix(mood.light, clamp(0.5 - edge * size.height))
    ink.add(mood.light, 0.12 * bell(edge, 0.3))
  })
  const edges = Array.from({ length: SHEETS }, (_, i) =>
    Float32Array.from({ length: size.width }, (_, column) => sheetEdge(noise, column * canvas.pixel, (i + 1) / SHEETS)),
  )
  for (const [i, edge] of edges.entries()) {
    const hiddenBelow = Math.max(...(edges[i + 1] ?? [1])) + 0.01
    paintSheet(canvas, { edge, hiddenBelow, color: mood.sheets((i + 1) / SHEETS) })
  }
  return canvas.paint((x, y, ink) => ink.dim(1 + 0.05 * fibre.at(x * 190, y * 120)))
}

type Sheet = { edge: Float32Array; hiddenBelow: number; color: Color }

function paintSheet(canvas: Canvas, { edge, hiddenBelow, color }: Sheet): void {
  canvas.band(Math.min(...edge) - 0.06, hiddenBelow, (x, y, ink) => {
    const column = Math.floor(x * canvas.height)
    const depth = y - (edge[column] ?? 1)
    const shadow = y + 0.022 - (edge[Math.max(0, column - 9)] ?? 1)
    if (shadow < -0.03) return
    ink.dim(1 - 0.42 * smoothstep(-0.03, 0.03, shadow))
    const cover = clamp(depth * canvas.height + 0.5)
    if (cover === 0) return
    ink.dim(1 - cover)
    ink.add(color, cover * (1 + 0.35 * bell(depth, 0.006) - 0.25 * smoothstep(0, 0.4, depth)))
  })
}

function sheetEdge(noise: Noise, x: number, t: number): number {
  const swell = noise.at(x * (1.5 + t * 0.5), t * 11) * (0.1 - 0.03 * t)
  return 0.24 + t * 0.62 + swell + 0.025 * Math.sin(x * 9 + t * 17)
}
