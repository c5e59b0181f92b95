import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Color, type Exif } from 'sharp'

const MILLION = 1_000_000

const littleEndian = (value: number, bytes: number) => {
  const number = Buffer.alloc(bytes)
  number.writeUIntLE(value, 0, bytes)
  return number
}
const riffChunk = (name: string, content: Buffer) =>
  Buffer.concat([Buffer.from(name), littleEndian(content.length, 4), content, Buffer.alloc(content.length & 1)])

/** Creates a file with few bytes and many pixels. */
export const webpFrames = async (frames: number, width: number, height: number) => {
  const still = await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer()
  const size = Buffer.concat([littleEndian(width - 1, 3), littleEndian(height - 1, 3)])
  const head = Buffer.concat([Buffer.alloc(6), size, littleEndian(50, 3), Buffer.alloc(1)])
  const frame = riffChunk('ANMF', Buffer.concat([head, still.subarray(12)]))
  const canvas = riffChunk('VP8X', Buffer.concat([littleEndian(2, 4), size]))
  const all = Buffer.alloc(frame.length * frames, frame)
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), canvas, riffChunk('ANIM', Buffer.alloc(6)), all]))
}

const textBomb = (index: number, deflated: Buffer) =>
  chunk('zTXt', Buffer.concat([Buffer.from(`key ${index}\0\0`), deflated]))

const smallPng = (chunks: Buffer[]) => pngWith(8, 8, { kind: 0, rows: Buffer.alloc(72), chunks })

const jpegWith = async (segment: number[], count: number) => {
  const jpeg = await quarters(64, 48).jpeg().toBuffer()
  const segments = Buffer.alloc(segment.length * count, Buffer.from(segment))
  return Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)])
}

const jpegOfScans = async (scans: number) => {
  const jpeg = await quarters(4000, 3000).jpeg({ progressive: true }).toBuffer()
  const last = jpeg.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = jpeg.subarray(last, -2)
  return Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(scan.length * scans, scan), jpeg.subarray(-2)])
}

/** Small files that are slow to decode, with the expected status. */
export const COSTLY: readonly (readonly [what: string, make: () => Buffer | Promise<Buffer>, status: number])[] = [
  ['a PNG two pixels wide', () => makePng(2, 10 * MILLION), 413],
  ['a PNG two pixels high', () => makePng(10 * MILLION, 2), 413],
  ['a PNG of a ratio beyond 1:100', () => makePng(101, 10_200), 413],
  [
    'a PNG with millions of texts',
    () => smallPng([Buffer.alloc(15 * MILLION, chunk('tEXt', Buffer.from('k\0v')))]),
    400,
  ],
  ['a WebP of 100,000 frames', () => webpFrames(100_000, 1, 1), 400],
  ['a WebP of 2,001 frames', () => webpFrames(2001, 1, 1), 413],
  ['a WebP of narrow frames', () => webpFrames(2000, 16, 1249), 413],
  ['a GIF of 2,001 frames', () => animation('gif', 2001, 4), 413],
  ['a JPEG with millions of segments', () => jpegWith([0xff, 0xe1, 0, 2], 4 * MILLION), 400],
  ['a JPEG with hundreds of scans', () => jpegOfScans(100), 400],
]

export const pngWithTextBombs = () => {
  const deflated = deflateSync(Buffer.alloc(7 * MILLION))
  return smallPng(Array.from({ length: 300 }, (_, index) => textBomb(index, deflated)))
}

/** Corner colours that reveal a picture's orientation; clockwise from the top left. */
export const CORNERS = [
  [200, 30, 30],
  [30, 200, 30],
  [30, 30, 200],
  [200, 200, 30],
] as const

export const quarters = (width: number, height: number) => {
  const middle = Math.ceil(width / 2)
  const readRow = (left: readonly number[], right: readonly number[]) =>
    Buffer.concat([Buffer.alloc(middle * 3, Buffer.from(left)), Buffer.alloc((width - middle) * 3, Buffer.from(right))])
  const [topLeft, topRight, bottomRight, bottomLeft] = CORNERS
  const half = Math.ceil(height / 2) * width * 3
  const pixels = Buffer.alloc(width * height * 3, readRow(topLeft, topRight))
  pixels.fill(readRow(bottomLeft, bottomRight), half)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export const barOnNothing = (background: Color, width = 480, height = 360) => {
  const bar = {
    create: { width: Math.round(width / 1.5), height: Math.round(height / 6), channels: 4 as const, background },
  }
  const nothing = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width, height, channels: 4, background: nothing } }).composite([{ input: bar }])
}

/** Metadata contains the text `SPYPHONE`. */
export const spyPhoto = (metadata: Exif = {}) =>
  quarters(64, 48)
    .withExifMerge({ IFD0: { Artist: 'SPYPHONE' }, ...metadata })
    .jpeg()
    .toBuffer()

/** Clockwise from the top left. */
export const readCorners = async (bytes: Buffer) => {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixelAt = (x: number, y: number) => {
    const from = (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels
    return [...data.subarray(from, from + 3)]
  }
  return [pixelAt(0.1, 0.1), pixelAt(0.9, 0.1), pixelAt(0.9, 0.9), pixelAt(0.1, 0.9)]
}

/** Creates random pixels, which are incompressible. */
export const noise = (width: number, height: number, seed = 1) => {
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed
  for (let i = 0; i < pixels.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[i] = state >>> 24
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export const animation = (format: 'gif' | 'webp', frames: number, side = 32) => {
  const pixels = Buffer.alloc(side * side * 3 * frames)
  // Neighbouring frames must differ clearly, because encoders drop duplicates.
  for (let frame = 0; frame < frames; frame++)
    pixels.fill(
      Buffer.from([(frame * 37) & 255, (frame * 91) & 255, (frame * 151) & 255]),
      frame * side * side * 3,
      (frame + 1) * side * side * 3,
    )
  const image = sharp(pixels, { raw: { width: side, height: side * frames, channels: 3, pageHeight: side } })
  const delay = Array.from({ length: frames }, () => 80)
  return format === 'gif'
    ? image.gif({ delay, loop: 3, effort: 1 }).toBuffer()
    : image.webp({ delay, loop: 3 }).toBuffer()
}

export const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** `kind` is the colour type (PNG §11.2.1); each row begins with its filter. */
type PngParts = { kind: number; rows: Buffer; bits?: number; chunks?: Buffer[] }

export const pngWith = (width: number, height: number, { kind, rows, bits = 8, chunks = [] }: PngParts) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([bits, kind], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(rows, { level: 1 })
  return Buffer.concat([
    ...[signature, chunk('IHDR', header), ...chunks],
    ...[chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))],
  ])
}

/** Declares `width` x `height` but has `rows` black rows; many rows make a bomb. */
export const makePng = (width: number, height: number, rows = height) =>
  pngWith(width, height, { kind: 0, rows: Buffer.alloc((width + 1) * rows) })

/** A small transparent PNG of filtered rows that grows when re-encoded. */
export const growingPng = async (width: number, height: number) => {
  const bytes = width * 4
  const pixels = (await noise(bytes, 1).raw().toBuffer()).subarray(0, bytes)
  const row = Buffer.concat([Buffer.from([2]), Buffer.alloc(bytes, 128)])
  const rows = Buffer.concat([Buffer.from([0]), pixels, ...Array.from({ length: height - 1 }, () => row)])
  return pngWith(width, height, { kind: 6, rows })
}
