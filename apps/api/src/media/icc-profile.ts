/** Chromaticities of white, red, green and blue: x and y of each (CIE 1931). */
export type Primaries = readonly number[]
/** Linear light of a coded value: (a v + b)^g above d, c v below it. */
export type Curve = readonly [g: number, a: number, b: number, c: number, d: number]

const D65 = [0.3127, 0.329]
export const SRGB_PRIMARIES: Primaries = [...D65, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06]
export const SRGB_CURVE: Curve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
/** The white of every profile (ICC.1 §7.2.16). */
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

/** The vector that `matrix` turns into `result`, by Cramer's rule. */
const solve = (matrix: Matrix, result: readonly number[]) =>
  [0, 1, 2].map((column) => {
    const replaced = matrix.map((row, r) => row.map((value, c) => (c === column ? (result[r] ?? 0) : value)))
    return determinant(replaced) / determinant(matrix)
  })

const toXyz = (x: number, y: number) => [x / y, 1, (1 - x - y) / y]

/** XYZ of red, green and blue, adapted to D50; undefined for primaries that no light has. */
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

/** 32-bit fixed-point numbers (ICC.1 §4.6). */
const fixed = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeInt32BE(Math.round(value * 65_536), 4 * index)
  return bytes
}

const curveTag = (curve: Curve) => tagged('para', Buffer.concat([Buffer.from([0, 3, 0, 0]), fixed(...curve)]))

/** A display profile (ICC.1 §8.4) that names no maker, date or text. */
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

/** An ICC profile, undefined for primaries that no light has; a grey picture needs one of its own kind. */
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
