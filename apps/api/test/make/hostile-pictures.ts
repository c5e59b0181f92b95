import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { animation, chunk, pngOf, pngWith, quarters } from './pictures.ts'

const MILLION = 1_000_000

const littleEndian = (value: number, bytes: number) => {
  const number = Buffer.alloc(bytes)
  number.writeUIntLE(value, 0, bytes)
  return number
}
const riffChunk = (name: string, content: Buffer) =>
  Buffer.concat([Buffer.from(name), littleEndian(content.length, 4), content, Buffer.alloc(content.length & 1)])

/** Few bytes for many pixels. */
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

const textBomb = (index: number) =>
  chunk('zTXt', Buffer.concat([Buffer.from(`key ${index}\0\0`), deflateSync(Buffer.alloc(7 * MILLION))]))

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
  ['a PNG two pixels wide', () => pngOf(2, 10 * MILLION), 413],
  ['a PNG two pixels high', () => pngOf(10 * MILLION, 2), 413],
  ['a PNG of a ratio beyond 1:100', () => pngOf(101, 10_200), 413],
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

export const pngWithTextBombs = () => smallPng(Array.from({ length: 300 }, (_, index) => textBomb(index)))
