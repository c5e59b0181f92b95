import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Color, type Exif } from 'sharp'

/** Corner colours that reveal a picture's orientation; clockwise from the top left. */
export const CORNERS = [
  [200, 30, 30],
  [30, 200, 30],
  [30, 30, 200],
  [200, 200, 30],
] as const

export const quarters = (width: number, height: number) => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const top = y < height / 2
      const left = x < width / 2
      const colour = CORNERS[top ? (left ? 0 : 1) : left ? 3 : 2] ?? CORNERS[0]
      pixels.set(colour, (y * width + x) * 3)
    }
  }
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
export const cornersOf = async (bytes: Buffer) => {
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

/** Incompressible pixels. */
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
  return format === 'gif' ? image.gif({ delay, loop: 3 }).toBuffer() : image.webp({ delay, loop: 3 }).toBuffer()
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
export const pngOf = (width: number, height: number, rows = height) =>
  pngWith(width, height, { kind: 0, rows: Buffer.alloc((width + 1) * rows) })

/** A small transparent PNG of filtered rows that grows when re-encoded. */
export const growingPng = async (width: number, height: number) => {
  const bytes = width * 4
  const pixels = (await noise(bytes, 1).raw().toBuffer()).subarray(0, bytes)
  const row = Buffer.concat([Buffer.from([2]), Buffer.alloc(bytes, 128)])
  const rows = Buffer.concat([Buffer.from([0]), pixels, ...Array.from({ length: height - 1 }, () => row)])
  return pngWith(width, height, { kind: 6, rows })
}
