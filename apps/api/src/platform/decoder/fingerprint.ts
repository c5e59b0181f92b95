import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { MIN_HASH_BITS } from '../../domain/perceptual-hash.ts'

/** Bytes. */
const CHUNK = 1024 * 1024

/** SHA-256 of the concatenated files, hex. */
export async function hashFile(...paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths)
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) hash.update(chunk)
  return hash.digest('hex')
}

/** SHA-256 of the picture's size and pixels, in hex. Metadata and compression have no effect. */
export async function hashPicture(image: Sharp): Promise<string> {
  const pixels = image.toColourspace('srgb').ensureAlpha().raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true })
  return createHash('sha256').update(`${info.width} x ${info.height} `).update(data).digest('hex')
}

/** Pixels. A thumbhash has at most seven waves per side, so 64 pixels are enough. */
const THUMBHASH_SIDE = 64

/** Returns about 25 bytes as base64. */
export async function computeThumbhash(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize({ width: THUMBHASH_SIDE, height: THUMBHASH_SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Brightness steps up to this size are treated as compression artifacts. */
const DIFFERENCE = 2
const [COLUMNS, ROWS] = [9, 8]

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

/** Difference hash, which survives resizing and recompression. Returns null for an almost uniform picture. */
export async function computePerceptualHash(image: Sharp): Promise<bigint | null> {
  const cells = await greyPixels(image, COLUMNS, ROWS)
  const bits = packBits((column, row) => cells[row * COLUMNS + column] ?? 0)
  return bits === 0n ? null : BigInt.asIntN(64, bits)
}

/** Pixels per side of the grayscale copy. */
const GREY = 96
/** Fraction ignored on each side of the picture, larger than any crop in `CUTS`. */
const MARGIN = 0.1
/** Fractions that a crop may cut off on each side. */
const CUTS = [0, 0.025, 0.05]

type Span = { from: number; to: number }

/** Position of the original's center in pixels for each possible crop, starting with no crop. */
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

const countBits = (bits: bigint) => bits.toString(2).replaceAll('0', '').length

/** Hashes the center for crops of up to 5% per side. Returns no hashes for an almost uniform center. */
export async function computeCenterHashes(image: Sharp): Promise<bigint[]> {
  const grey = await greyPixels(image, GREY, GREY)
  const [own = 0n, ...others] = CENTERS.flatMap((across) => CENTERS.map((down) => centerHash(grey, across, down)))
  const isUsable = (hash: bigint) => countBits(hash) >= MIN_HASH_BITS
  if (!isUsable(own)) return []
  return [own, ...new Set(others.filter(isUsable))].map((hash) => BigInt.asIntN(64, hash))
}
