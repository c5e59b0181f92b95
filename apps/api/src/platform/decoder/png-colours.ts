import { inflateSync } from 'node:zlib'
import { AppError } from '../../domain/errors.ts'

/** CIE 1931 chromaticities (x, y) of white, red, green and blue. */
type Primaries = readonly number[]
/** Converts a coded value v to linear light: (a v + b)^g above d, c v below. */
type Curve = readonly [g: number, a: number, b: number, c: number, d: number]

const D65 = [0.3127, 0.329]
export const SRGB_PRIMARIES: Primaries = [...D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
const SRGB_CURVE: Curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
/** White point of every ICC profile (ICC.1 §7.2.16). */
const D50 = [0.9642, 1, 0.8249]

type Matrix = readonly (readonly number[])[]
const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

const multiply = (matrix: Matrix, vector: readonly number[]) =>
  matrix.map((row) => row.reduce((sum, value, index) => sum + value * (vector[index] ?? 0), 0))

const columns = (...vectors: (readonly number[])[]): Matrix =>
  [0, 1, 2].map((row) => vectors.map((vector) => vector[row] ?? 0))

const determinant = ([[a = 0, b = 0, c = 0] = [], [d = 0, e = 0, f = 0] = [], [g = 0, h = 0, i = 0] = []]: Matrix) =>
  a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)

const solve = (matrix: Matrix, result: readonly number[]) =>
  [0, 1, 2].map((column) => {
    const replaced = matrix.map((row, r) => row.map((value, c) => (c === column ? (result[r] ?? 0) : value)))
    return determinant(replaced) / determinant(matrix)
  })

const toXyz = (x: number, y: number) => [x / y, 1, (1 - x - y) / y]

/** Returns undefined if the primaries are impossible. */
const adaptPrimaries = (primaries: Primaries): number[][] | undefined => {
  const [white = [], ...lights] = [0, 2, 4, 6].map((at) => toXyz(primaries[at] ?? 0, primaries[at + 1] ?? 0))
  const strengths = solve(columns(...lights), white)
  const [from, to] = [multiply(BRADFORD, white), multiply(BRADFORD, D50)]
  const adapted = lights.map((light, index) => {
    const cones = multiply(BRADFORD, light)
    const scaled = cones.map((cone, c) => (cone * (strengths[index] ?? 0) * (to[c] ?? 0)) / (from[c] ?? 0))
    return [0, 1, 2].map((_, row) => solve(BRADFORD, scaled)[row] ?? 0)
  })
  return adapted.flat().every((value) => Math.abs(value) < 10) ? adapted : undefined
}

const tagged = (type: string, content: Buffer) => {
  const tag = Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), content])
  return Buffer.concat([tag, Buffer.alloc(-tag.length & 3)])
}

/** Encodes 32-bit fixed-point numbers (ICC.1 §4.6). */
const fixed = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * index)
  return bytes
}

const curveTag = (curve: Curve) => tagged('para', Buffer.concat([Buffer.from([0, 3, 0, 0]), fixed(...curve)]))

const writeProfile = (space: 'RGB ' | 'GRAY', tags: (readonly [name: string, content: Buffer])[]) => {
  const head = Buffer.alloc(132 + 12 * tags.length)
  head.writeUInt32BE(0x04_20_00_00, 8)
  head.write(`mntr${space}XYZ `, 12, 'latin1')
  head.write('acsp', 36, 'latin1')
  fixed(...D50).copy(head, 68)
  head.writeUInt32BE(tags.length, 128)
  let at = head.length
  for (const [index, [name, content]] of tags.entries()) {
    head.write(name, 132 + 12 * index, 'latin1')
    head.writeUInt32BE(at, 136 + 12 * index)
    head.writeUInt32BE(content.length, 140 + 12 * index)
    at += content.length
  }
  head.writeUInt32BE(at)
  return Buffer.concat([head, ...tags.map(([, content]) => content)])
}

export const makeProfile = (primaries: Primaries, curve: Curve, isGrey: boolean): Buffer | undefined => {
  const lights = adaptPrimaries(primaries)
  if (!lights) return undefined
  const white = ['wtpt', tagged('XYZ ', fixed(...D50))] as const
  const response = curveTag(curve)
  if (isGrey) return writeProfile('GRAY', [white, ['kTRC', response]])
  const names = ['rXYZ', 'gXYZ', 'bXYZ'] as const
  return writeProfile('RGB ', [
    white,
    ...lights.map((light, index) => [names[index] ?? '', tagged('XYZ ', fixed(...light))] as const),
    ...(['rTRC', 'gTRC', 'bTRC'] as const).map((name) => [name, response] as const),
  ])
}

/** Primaries by code (ITU-T H.273, table 2). */
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  1: SRGB_PRIMARIES,
  4: [0.31, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08],
  5: [...D65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
  6: [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  7: [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  8: [0.31, 0.316, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049],
  9: [...D65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
  11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  12: [...D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  22: [...D65, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077],
}

const powerCurve = (exponent: number): Curve => [exponent, 1, 0, 0, 0]
/** ITU-R BT.1886, which browsers use for all television curves. */
const BT709 = powerCurve(2.4)
/** Transfer curves by code (ITU-T H.273, table 3). */
const CURVES: Readonly<Record<number, Curve>> = {
  ...{ 1: BT709, 6: BT709, 11: BT709, 14: BT709, 15: BT709 },
  4: powerCurve(2.2),
  5: powerCurve(2.8),
  7: [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0912],
  8: powerCurve(1),
  13: SRGB_CURVE,
  17: [2.6, (52.37 / 48) ** (1 / 2.6), 0, 0, 0],
}

/** HDR transfer functions, rejected because browsers tone-map HDR differently for each screen. */
const HDR = [16, 18]

type FindChunk = (name: string) => Buffer | undefined

const makeCicpProfile = (chunk: Buffer, isGrey: boolean) => {
  const [primaries = 0, transfer = 0, matrix, fullRange] = chunk
  const lights = PRIMARIES[primaries]
  if (!lights || matrix !== 0 || fullRange !== 1) return undefined
  if (HDR.includes(transfer))
    throw new AppError('unsupported_type', 'HDR images are not accepted. Please save the image in standard range')
  const curve = CURVES[transfer]
  return curve && makeProfile(lights, curve, isGrey)
}

const UNIT = 100_000
/** Browsers treat a gamma this close to sRGB's as sRGB. */
const TOLERANCE = 0.05

const makeGammaProfile = (gama: Buffer, chrm: Buffer | undefined, isGrey: boolean) => {
  const gamma = gama.readUInt32BE() / UNIT
  if (gamma === 0 || (!chrm && Math.abs(2.2 * gamma - 1) < TOLERANCE)) return undefined
  const primaries = chrm && Array.from({ length: 8 }, (_, index) => chrm.readUInt32BE(4 * index) / UNIT)
  return makeProfile(primaries ?? SRGB_PRIMARIES, powerCurve(1 / gamma), isGrey)
}

/** Maximum size of a profile in bytes. Printer profiles can be a few megabytes. */
const PROFILE_MAX = 16 * 1024 * 1024

const hasProfile = (iccp: Buffer | undefined) => {
  try {
    const profile = iccp && inflateSync(iccp.subarray(iccp.indexOf(0) + 2), { maxOutputLength: PROFILE_MAX })
    return profile?.toString('latin1', 36, 40) === 'acsp'
  } catch {
    return false
  }
}

/**
 * Checks color chunks in the same order as browsers: cICP, iCCP, sRGB, then gAMA with cHRM.
 * @throws AppError `unsupported_type` for HDR
 */
export const findMissingProfile = (find: FindChunk, isGrey: boolean): Buffer | undefined => {
  const cicp = find('cICP')
  const profile = cicp && makeCicpProfile(cicp, isGrey)
  if (profile || hasProfile(find('iCCP')) || find('sRGB')) return profile
  const gama = find('gAMA')
  return gama && makeGammaProfile(gama, find('cHRM'), isGrey)
}
