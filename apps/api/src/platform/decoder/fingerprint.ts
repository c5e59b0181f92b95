import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { STRUCTURE } from '../../domain/perceptual-hash.ts'

/** Bytes that are read at a time: a photo comes in one piece. */
const CHUNK = 1024 * 1024

/** SHA-256 of a file, or of several, one after the other; hex. */
export async function hashFile(...paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths)
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) hash.update(chunk)
  return hash.digest('hex')
}

/** SHA-256 of the pixels of a picture or animation and its size, hex: whatever its file is called, tagged or packed like. */
export async function hashPicture(image: Sharp): Promise<string> {
  const pixels = image.toColourspace('srgb').ensureAlpha().raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true })
  return createHash('sha256').update(`${info.width} x ${info.height} `).update(data).digest('hex')
}

/** Pixels: it takes up to 100, and looks for at most seven waves a side, which these show as well with fewer than half of the pixels. */
const THUMBHASH_SIDE = 64

/** A blurred preview in about 25 bytes, base64. */
export async function computeThumbhash(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize({ width: THUMBHASH_SIDE, height: THUMBHASH_SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Steps of brightness that count as a difference: below it are the traces of another compression. */
const DIFFERENCE = 2
/** Columns and rows of cells, of which a difference hash compares neighbours. */
const [COLUMNS, ROWS] = [9, 8]

/** Each of the 64 bits says whether a cell is darker than its right neighbour. */
const packBits = (cellAt: (column: number, row: number) => number): bigint => {
  let bits = 0n
  for (let row = 0; row < ROWS; row++) {
    for (let column = 1; column < COLUMNS; column++) {
      const step = cellAt(column, row) - cellAt(column - 1, row)
      bits = (bits << 1n) | (step > DIFFERENCE ? 1n : 0n)
    }
  }
  return bits
}

const greyPixels = (image: Sharp, width: number, height: number) =>
  image.flatten({ background: 'white' }).greyscale().resize({ width, height, fit: 'fill' }).raw().toBuffer()

/** Copies in another size or compression keep this difference hash; null for a picture without structure. */
export async function computePerceptualHash(image: Sharp): Promise<bigint | null> {
  const cells = await greyPixels(image, COLUMNS, ROWS)
  const bits = packBits((column, row) => cells[row * COLUMNS + column] ?? 0)
  return bits === 0n ? null : BigInt.asIntN(64, bits)
}

/** Pixels a side of the grey picture that crops are compared by. */
const GREY = 96
/** Share of each side around the center: more than a crop may have cut off. */
const MARGIN = 0.1
/** Shares that a crop may have cut off, at each side on its own. */
const CUTS = [0, 0.025, 0.05]

type Span = { from: number; to: number }

/** Where the center of the uncut picture is along one axis, in pixels; the first span is of a picture that is not cut. */
const CENTERS: Span[] = CUTS.flatMap((before) =>
  CUTS.map((after) => {
    const left = 1 - before - after
    return { from: (GREY * (MARGIN - before)) / left, to: (GREY * (1 - MARGIN - before)) / left }
  }),
)

const findCell = ({ from, to }: Span, index: number, cells: number) =>
  [index, index + 1].map((edge) => Math.round(from + ((to - from) * edge) / cells)) as [number, number]

const centerHash = (grey: Buffer, across: Span, down: Span) =>
  packBits((column, row) => {
    const [left, right] = findCell(across, column, COLUMNS)
    const [top, bottom] = findCell(down, row, ROWS)
    let sum = 0
    for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += grey[y * GREY + x] ?? 0
    return sum / ((right - left) * (bottom - top))
  })

/** Number of bits that are set. */
const countBits = (bits: bigint) => bits.toString(2).replaceAll('0', '').length

/** Hashes the center as if up to 5 % were cut off each side; none for a plain center. */
export async function computeCenterHashes(image: Sharp): Promise<bigint[]> {
  const grey = await greyPixels(image, GREY, GREY)
  const [own = 0n, ...others] = CENTERS.flatMap((across) => CENTERS.map((down) => centerHash(grey, across, down)))
  const isUsable = (hash: bigint) => countBits(hash) >= STRUCTURE
  if (!isUsable(own)) return []
  return [own, ...new Set(others.filter(isUsable))].map((hash) => BigInt.asIntN(64, hash))
}
