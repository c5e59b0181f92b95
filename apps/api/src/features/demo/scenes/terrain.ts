import { Canvas, type Size } from '../drawing/canvas.ts'
import { type Color, Ink, type Ramp } from '../drawing/color.ts'
import { bell, clamp, length, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'

export type TerrainMood = {
  seed: number
  /** Zenith at 0, horizon at 1. */
  sky: Ramp
  haze: Color
  sunlight: Color
  /** Light that reaches the shade. */
  skylight: Color
  /** Height of the land: 0 is the plain, 1 a high summit; `z` runs from the eye (0) to the far end (1). */
  relief: (noise: Noise, x: number, z: number) => number
  /** The ground's own colour: height as above, slope 0 (flat) to 1, grain -1 to 1. */
  ground: (height: number, slope: number, grain: number) => Color
  /** Land below this height is still water. */
  water?: { level: number; color: Color }
  /** Heights per map depth that the sun's rays fall; small is a low sun. It stands to the left. */
  sunSlope: number
}

const COLUMNS = 640
const ROWS = 400
const STEP = 1 / ROWS
const HIGHEST = 0.17
const EYE = 0.125
const HORIZON = 0.4
const NEAREST = 0.13

/** A survey of the land, cell by cell: height, and the light that it sends to the eye. */
type Land = { height: Float32Array; r: Float32Array; g: Float32Array; b: Float32Array }

/** Relief seen from a hill, with cast shadows and haze: a height map drawn column by column, from near to far. */
export function terrain(size: Size, mood: TerrainMood): Canvas {
  const canvas = new Canvas(size)
  const clouds = new Noise(mood.seed + 3)
  canvas.band(0, HORIZON + 0.05, (x, y, ink) => {
    ink.set(mood.sky(y / HORIZON))
    ink.add(mood.sunlight, 0.3 * bell(length(x, y - HORIZON), 0.6))
    const far = 0.5 / (HORIZON + 0.14 - y)
    ink.mix(mood.haze, 0.8 * smoothstep(0.05, 0.75, clouds.fractal(x * far * 1.4, far * 3.4, 4)))
  })
  const land = survey(mood)
  for (let column = 0; column < size.width; column++) drawColumn(canvas, { land, mood, column })
  return canvas
}

function survey(mood: TerrainMood): Land {
  const noise = new Noise(mood.seed)
  const height = new Float32Array(COLUMNS * ROWS)
  const level = (mood.water?.level ?? 0) * HIGHEST
  for (let i = 0; i < height.length; i++) {
    const x = ((i % COLUMNS) - COLUMNS / 2) * STEP
    height[i] = Math.max(level, mood.relief(noise, x, Math.floor(i / COLUMNS) * STEP) * HIGHEST)
  }
  const shade = castShadows(height, mood.sunSlope * STEP)
  const land = { height, r: new Float32Array(height.length), g: height.slice(), b: height.slice() }
  const ink = new Ink()
  for (let i = 0; i < height.length; i++) {
    const h = height[i] ?? 0
    const east = ((height[i + 1] ?? h) - h) / STEP
    const north = ((height[i + COLUMNS] ?? h) - h) / STEP
    const wet = mood.water && h <= level
    const normal = 1 / Math.sqrt(1 + east * east + north * north)
    const sun = clamp((mood.sunSlope + east + 0.25 * north) * normal * 1.1) * (1 - (shade[i] ?? 0))
    const grain = noise.fractal((i % COLUMNS) * 0.31, Math.floor(i / COLUMNS) * 0.31, 3)
    const ground = wet ? mood.water?.color : mood.ground(h / HIGHEST, 1 - normal, grain)
    if (ground) lit(ink, ground, { sun: wet ? 0.25 : sun, mood })
    land.r[i] = ink.r
    land.g[i] = ink.g
    land.b[i] = ink.b
  }
  return land
}

function lit(ink: Ink, ground: Color, { sun, mood }: { sun: number; mood: TerrainMood }): void {
  ink.r = ground.r * (mood.skylight.r + mood.sunlight.r * sun)
  ink.g = ground.g * (mood.skylight.g + mood.sunlight.g * sun)
  ink.b = ground.b * (mood.skylight.b + mood.sunlight.b * sun)
}

/** 0 in the sun, 1 in the shade of something to the left; a ray falls by `drop` from one column to the next. */
function castShadows(height: Float32Array, drop: number): Float32Array {
  const shade = new Float32Array(height.length)
  for (let row = 0; row < ROWS; row++) {
    let ray = 0
    for (let column = 0; column < COLUMNS; column++) {
      const i = row * COLUMNS + column
      const h = height[i] ?? 0
      ray = Math.max(h, ray - drop)
      shade[i] = smoothstep(0, 0.006, ray - h)
    }
  }
  return shade
}

function drawColumn(canvas: Canvas, { land, mood, column }: { land: Land; mood: TerrainMood; column: number }): void {
  const view = (column / canvas.width - 0.5) * canvas.aspect
  let lowest = canvas.height
  const ink = new Ink()
  for (let z = NEAREST; z < 1; z *= 1.006) {
    const x = clamp(view * z * 0.95 * ROWS + COLUMNS / 2, 0, COLUMNS - 2)
    const row = Math.min(ROWS - 2, z * ROWS)
    const y = (HORIZON + (EYE - bilinear(land.height, x, row)) / z) * canvas.height
    if (y >= lowest) continue
    ink.r = bilinear(land.r, x, row)
    ink.g = bilinear(land.g, x, row)
    ink.b = bilinear(land.b, x, row)
    ink.mix(mood.haze, 0.82 * smoothstep(0.12, 1.15, z))
    const top = Math.max(0, Math.floor(y))
    for (let line = lowest - 1; line > top; line--) canvas.put(column, line, { ink, cover: 1 })
    canvas.put(column, top, { ink, cover: 1 - (y - top) })
    lowest = top + (y - top > 0.5 ? 1 : 0)
  }
}

function bilinear(map: Float32Array, x: number, row: number): number {
  const left = Math.floor(x)
  const top = Math.floor(row)
  const i = top * COLUMNS + left
  const near = (map[i] ?? 0) + ((map[i + 1] ?? 0) - (map[i] ?? 0)) * (x - left)
  const below = i + COLUMNS
  const far = (map[below] ?? 0) + ((map[below + 1] ?? 0) - (map[below] ?? 0)) * (x - left)
  return near + (far - near) * (row - top)
}
