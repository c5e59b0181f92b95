import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

/** Bytes that are read at a time: a photo comes in one piece. */
const CHUNK = 1024 * 1024

/** SHA-256 of a file, or of several, one after the other; hex. */
export async function sha256Of(...paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths)
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK })) hash.update(chunk)
  return hash.digest('hex')
}

/** SHA-256 of the pixels of a picture or animation and its size, hex: whatever its file is called, tagged or packed like. */
export async function pictureHashOf(image: Sharp): Promise<string> {
  const pixels = image.toColourspace('srgb').ensureAlpha().raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true })
  return createHash('sha256').update(`${info.width} x ${info.height} `).update(data).digest('hex')
}

/** Pixels: it takes up to 100, and looks for at most seven waves a side, which these show as well with fewer than half of the pixels. */
const THUMBHASH_SIDE = 64

/** A blurred preview in about 25 bytes, base64. */
export async function thumbhashOf(image: Sharp): Promise<string> {
  const { data, info } = await image
    .resize({ width: THUMBHASH_SIDE, height: THUMBHASH_SIDE, fit: 'inside' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/** Steps of brightness that count as a difference: below it are the traces of another compression. */
const DIFFERENCE = 2

/**
 * A difference hash: each of the 64 bits says whether a cell is darker than its right neighbour. Copies in another size
 * or compression keep it. Null when the picture has no structure: such pictures are not each other's copies.
 */
export async function perceptualHashOf(image: Sharp): Promise<bigint | null> {
  const cells = await image
    .flatten({ background: 'white' })
    .greyscale()
    .resize({ width: 9, height: 8, fit: 'fill' })
    .raw()
    .toBuffer()
  let bits = 0n
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      const here = cells[row * 9 + column] ?? 0
      const right = cells[row * 9 + column + 1] ?? 0
      bits = (bits << 1n) | (right - here > DIFFERENCE ? 1n : 0n)
    }
  }
  return bits === 0n ? null : BigInt.asIntN(64, bits)
}
