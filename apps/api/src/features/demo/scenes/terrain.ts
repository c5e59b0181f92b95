import { Canvas, type Size } from '../drawing/canvas.ts'
import { type Color, Ink, type Ramp } from '../drawing/color.ts'
import { bell, clamp, length, lerp, smoothstep } from '../drawing/curves.ts'
import { Noise } from '../drawing/noise.ts'

export type TerrainMood = {
  seed: number
  /** Zenith at 0, horizon at 1. */
  sky: Ramp
  haze: Color
  sunlight: Color
  /** Light that reaches the shade. */
  skylight: Color
  /** Height of the land: 0 is the plain, 1 a summit; `z` runs from the eye (0) to the far end (1), `x` to the right. */
  relief: (noise: Noise, x: number, z: number) => number
  /** The ground's own colour: height as above, slope 0 (flat) to 1, grain about -1 to 1. */
  ground: (height: number, slope: number, grain: number) => Color
  /** Land below this height is a still lake. */
  water?: { level: number; color: Color }
  /** How far the sun's rays fall on their way, height over distance: small is a low sun. It stands to the left. */
  sunSlope: number
  horizon: number
}

const COLUMNS = 600
const ROWS = 420
const NEAREST = 0.055
const EYE = 0.13
const HIGHEST = 0.4
const FIELD_OF_VIEW = 0.95

/**
 * The land as the eye meets it: a column is a direction, a row is a distance (growing evenly in ratio), so that near
 * and far are equally fine on the screen. Heights, water, and the light that each cell sends to the eye.
 */
type Land = { height: Float32Array; wet: Uint8Array; r: Float32Array; g: Float32Array; b: Float32Array }

const distanceOf = (row: number) => NEAREST ** (1 - row / (ROWS - 1))

/** Relief with cast shadows and haze: a height map drawn column by column, from near to far. */
export function terrain(size: Size, mood: TerrainMood): Canvas {
  const canvas = new Canvas(size)
  const clouds = new Noise(mood.seed + 3)
  canvas.band(0, mood.horizon + 0.25, (x, y, ink) => {
    const up = Math.max(0, mood.horizon - y)
    ink.set(mood.sky(y / mood.horizon))
    ink.add(mood.sunlight, 0.3 * bell(length(x, up), 0.6))
    const far = 0.5 / (up + 0.14)
    ink.mix(mood.haze, 0.85 * smoothstep(0.05, 0.75, clouds.fractal(x * far * 1.4, far * 3.4, 4)))
  })
  const land = survey(mood, canvas.aspect)
  for (let column = 0; column < size.width; column++) drawColumn(canvas, { land, mood, column })
  return canvas
}

function survey(mood: TerrainMood, aspect: number): Land {
  const cells = COLUMNS * ROWS
  const land = { height: new Float32Array(cells), wet: new Uint8Array(cells), ...lights(cells) }
  const noise = new Noise(mood.seed)
  const cellWidth = (aspect * FIELD_OF_VIEW) / COLUMNS
  const level = mood.water?.level ?? Number.NEGATIVE_INFINITY
  for (let row = 0, i = 0; row < ROWS; row++) {
    const z = distanceOf(row)
    for (let column = 0; column < COLUMNS; column++, i++) {
      const height = mood.relief(noise, (column - COLUMNS / 2) * cellWidth * z, z)
      land.wet[i] = height < level ? 1 : 0
      land.height[i] = Math.max(level, height) * HIGHEST
    }
  }
  for (let row = 0; row < ROWS; row++) lightRow(land, { mood, noise, row, cellWidth: cellWidth * distanceOf(row) })
  return land
}

const lights = (n: number) => ({ r: new Float32Array(n), g: new Float32Array(n), b: new Float32Array(n) })

type Row = { mood: TerrainMood; noise: Noise; row: number; cellWidth: number }

/** Lights one row of cells from the left; `ray` is the height below which the sun is hidden. */
function lightRow(land: Land, { mood, noise, row, cellWidth }: Row): void {
  const { sunSlope, sunlight, skylight, water } = mood
  const z = distanceOf(row)
  const cellDepth = distanceOf(row + 1) - z
  let ray = 0
  for (let column = 0; column < COLUMNS; column++) {
    const i = row * COLUMNS + column
    const h = land.height[i] ?? 0
    const east = ((land.height[column < COLUMNS - 1 ? i + 1 : i] ?? h) - h) / cellWidth
    const north = ((land.height[i + COLUMNS] ?? h) - h) / cellDepth
    const normal = 1 / Math.sqrt(1 + east * east + north * north)
    ray = Math.max(h, ray - sunSlope * cellWidth)
    const shade = smoothstep(0.0005, 0.006, ray - h)
    const sun = clamp((sunSlope + east * 0.8 + 0.55 * north) * normal * 1.15) * (1 - shade)
    const grain = noise.fractal((column - COLUMNS / 2) * cellWidth * 90, z * 90, 3)
    const wet = land.wet[i] === 1
    const color = wet && water ? water.color : mood.ground(h / HIGHEST, 1 - normal, grain)
    const texture = wet ? 1 : 1 + grain * 0.12
    land.r[i] = color.r * texture * (skylight.r + sunlight.r * sun)
    land.g[i] = color.g * texture * (skylight.g + sunlight.g * sun)
    land.b[i] = color.b * texture * (skylight.b + sunlight.b * sun)
  }
}

function drawColumn(canvas: Canvas, { land, mood, column }: { land: Land; mood: TerrainMood; column: number }): void {
  const place = (column / canvas.width) * (COLUMNS - 1)
  const left = Math.floor(place)
  const blend = (map: Float32Array, i: number) => lerp(map[i] ?? 0, map[i + 1] ?? 0, place - left)
  const ink = new Ink()
  let lowest = canvas.height
  const wetLines = new Uint8Array(canvas.height)
  for (let row = 0; row < ROWS; row++) {
    const i = row * COLUMNS + left
    const z = distanceOf(row)
    const y = Math.max(0, (mood.horizon + (EYE - blend(land.height, i)) / z) * canvas.height)
    if (y >= lowest) continue
    ink.r = blend(land.r, i)
    ink.g = blend(land.g, i)
    ink.b = blend(land.b, i)
    ink.mix(mood.haze, 0.62 * smoothstep(0.2, 1.25, z))
    const top = Math.floor(y)
    wetLines.fill(land.wet[i] ?? 0, top, lowest)
    for (let line = lowest - 1; line > top; line--) canvas.put(column, line, { ink, cover: 1 })
    canvas.put(column, top, { ink, cover: top + 1 - y })
    lowest = top + 1
  }
  if (mood.water) mirror(canvas, { column, wetLines, ink })
}

/** Lays the picture above the shore over the water below it, fainter towards the eye. */
function mirror(canvas: Canvas, at: { column: number; wetLines: Uint8Array; ink: Ink }): void {
  const { column, wetLines, ink } = at
  let shore = 0
  for (let line = 0; line < canvas.height; line++) {
    if (wetLines[line] === 0) {
      shore = line
      continue
    }
    const below = (line - shore) * canvas.pixel
    const wave = Math.sin(line * 0.7 + Math.sin(column * 0.03) * 2) * below * 0.008
    canvas.look((column + 0.5) * canvas.pixel, shore * canvas.pixel - below * 1.05 + wave, ink)
    canvas.put(column, line, { ink, cover: 0.9 - clamp(below * 1.1, 0, 0.4) })
  }
}
