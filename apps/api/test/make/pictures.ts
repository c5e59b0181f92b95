import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Color, type Exif } from 'sharp'

/** Four plain corners: which way up a picture stands can be read from its pixels. Clockwise from the top left. */
export const CORNERS = [
  [200, 30, 30],
  [30, 200, 30],
  [30, 30, 200],
  [200, 200, 30],
] as const

/** A picture whose quarters have the colours of `CORNERS`. */
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

/** A bar in the middle of transparency, two thirds as wide and a sixth as high. */
export const barOnNothing = (background: Color, width = 480, height = 360) => {
  const bar = {
    create: { width: Math.round(width / 1.5), height: Math.round(height / 6), channels: 4 as const, background },
  }
  const nothing = { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width, height, channels: 4, background: nothing } }).composite([{ input: bar }])
}

/** A photo that tells who took it: the text `SPYPHONE` is in its metadata, and nowhere in what is made of it. */
export const spyPhoto = (metadata: Exif = {}) =>
  quarters(64, 48)
    .withExifMerge({ IFD0: { Artist: 'SPYPHONE' }, ...metadata })
    .jpeg()
    .toBuffer()

/** The colours near the four corners, clockwise from the top left. */
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

/** Pixels that no compression makes small. */
export const noise = (width: number, height: number, seed = 1) => {
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed
  for (let i = 0; i < pixels.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    pixels[i] = state >>> 24
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** An animation of plain frames. */
export const animation = (format: 'gif' | 'webp', frames: number, side = 32) => {
  const pixels = Buffer.alloc(side * side * 3 * frames)
  // Encoders drop a frame that looks like the one before: neighbours differ clearly.
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

/** A chunk of a PNG. */
export const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const out = Buffer.alloc(body.length + 8)
  out.writeUInt32BE(data.length)
  body.copy(out, 4)
  out.writeUInt32BE(crc32(body), body.length + 4)
  return out
}

/** Kind and bits a channel (PNG §11.2.1), rows, each behind its filter, and chunks between header and pixels. */
type PngParts = { kind: number; rows: Buffer; bits?: number; chunks?: Buffer[] }

/** A PNG whose header says `width` x `height` pixels. */
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

/** A PNG whose header says `width` x `height`, with as many rows of black as `rows` says; a bomb when they are many. */
export const pngOf = (width: number, height: number, rows = height) =>
  pngWith(width, height, { kind: 0, rows: Buffer.alloc((width + 1) * rows) })

/** A PNG with transparency that is small as it is sent, and noise for whoever writes it anew: each row is the one above, and 128. */
export const growingPng = async (width: number, height: number) => {
  const bytes = width * 4
  const pixels = (await noise(bytes, 1).raw().toBuffer()).subarray(0, bytes)
  const row = Buffer.concat([Buffer.from([2]), Buffer.alloc(bytes, 128)])
  const rows = Buffer.concat([Buffer.from([0]), pixels, ...Array.from({ length: height - 1 }, () => row)])
  return pngWith(width, height, { kind: 6, rows })
}
