import { readFile } from 'node:fs/promises'
import type { AcceptedType } from '@hotvote/shared/limits'

/** Whether a file holds only the parts that we write, checked from its first byte to its last. */
type Check = (bytes: Buffer) => boolean

const textAt = (bytes: Buffer, offset: number, length: number) => bytes.toString('latin1', offset, offset + length)

/** The end of a JPEG's compressed pixels: the next marker that is no stuffed zero and no restart. */
const afterScan = (bytes: Buffer, from: number): number => {
  for (let offset = bytes.indexOf(0xff, from); offset >= 0; offset = bytes.indexOf(0xff, offset + 2)) {
    const next = bytes[offset + 1] ?? 0
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return offset
  }
  return bytes.length
}

/** Tables, frame, scans and restart interval: no comment, no application data. */
const JPEG_SEGMENTS = new Set([0xdb, 0xc0, 0xc1, 0xc2, 0xc4, 0xda, 0xdd])

const isBareJpeg: Check = (bytes) => {
  let offset = 2
  while (offset + 4 <= bytes.length) {
    const marker = bytes[offset + 1] ?? 0
    if (bytes[offset] !== 0xff || !JPEG_SEGMENTS.has(marker)) return false
    const end = offset + 2 + bytes.readUInt16BE(offset + 2)
    offset = marker === 0xda ? afterScan(bytes, end) : end
  }
  return offset === bytes.length - 2 && bytes.readUInt16BE(offset) === 0xffd9
}

/** Of fixed meaning and length, but for the pixels. */
const PNG_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'pHYs', 'bKGD', 'gAMA', 'sRGB', 'IDAT', 'IEND']

const isBarePng: Check = (bytes) => {
  let offset = 8
  for (let name = ''; name !== 'IEND'; ) {
    if (offset + 12 > bytes.length) return false
    name = textAt(bytes, offset + 4, 4)
    if (!PNG_CHUNKS.includes(name)) return false
    offset += 12 + bytes.readUInt32BE(offset)
  }
  return offset === bytes.length
}

const WEBP_CHUNKS = ['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF']
/** Bytes of a frame's own head, before its chunks. */
const FRAME_HEAD = 16

const isBareRiff = (bytes: Buffer, from: number, end: number): boolean => {
  let offset = from
  while (offset + 8 <= end) {
    const name = textAt(bytes, offset, 4)
    const size = bytes.readUInt32LE(offset + 4)
    if (!WEBP_CHUNKS.includes(name) || offset + 8 + size > end) return false
    if (name === 'ANMF' && !isBareRiff(bytes, offset + 8 + FRAME_HEAD, offset + 8 + size)) return false
    offset += 8 + size + (size & 1)
  }
  return offset === end
}

const isBareWebp: Check = (bytes) => bytes.readUInt32LE(4) + 8 === bytes.length && isBareRiff(bytes, 12, bytes.length)

/** Bytes of a table of colours, by the flags in front of it. */
const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Behind a row of blocks, each after its length, that ends with an empty one. */
const afterBlocks = (bytes: Buffer, from: number): number => {
  let offset = from
  while ((bytes[offset] ?? 0) !== 0) offset += 1 + (bytes[offset] ?? 0)
  return offset + 1
}

/** Behind one part of a GIF; null when it is not a frame, its timing or the number of rounds. */
const afterPart = (bytes: Buffer, offset: number): number | null => {
  const [kind, label] = [bytes[offset], bytes[offset + 1]]
  if (kind === 0x2c) return afterBlocks(bytes, offset + 10 + colours(bytes[offset + 9] ?? 0) + 1)
  if (kind !== 0x21) return null
  if (label === 0xf9 && bytes[offset + 2] === 4) return offset + 8
  const isRounds = label === 0xff && textAt(bytes, offset + 3, 11) === 'NETSCAPE2.0' && bytes[offset + 14] === 3
  return isRounds ? offset + 19 : null
}

const isBareGif: Check = (bytes) => {
  let offset: number | null = 13 + colours(bytes[10] ?? 0)
  while (offset !== null && offset < bytes.length - 1) offset = afterPart(bytes, offset)
  return offset === bytes.length - 1 && bytes[offset] === 0x3b
}

const BOXES_WITH_BOXES = ['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl']
const BOXES = [
  ...['ftyp', 'mdat', 'free', 'mvhd', 'tkhd', 'elst', 'mdhd', 'hdlr', 'vmhd', 'smhd', 'dref', 'stsd'],
  ...['stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stco', 'co64', 'stss'],
]

const isEmpty = (bytes: Buffer) => bytes.every((byte) => byte === 0)

const isBareBox = (bytes: Buffer, from: number, end: number): boolean => {
  let offset = from
  while (offset + 8 <= end) {
    const [size, name] = [bytes.readUInt32BE(offset), textAt(bytes, offset + 4, 4)]
    const next = offset + size
    if (size < 8 || next > end) return false
    if (name === 'free' && !isEmpty(bytes.subarray(offset + 8, next))) return false
    const isBare = BOXES_WITH_BOXES.includes(name) ? isBareBox(bytes, offset + 8, next) : BOXES.includes(name)
    if (!isBare) return false
    offset = next
  }
  return offset === end
}

const isBareVideo: Check = (bytes) => isBareBox(bytes, 0, bytes.length)

const checks: Readonly<Record<AcceptedType, Check>> = {
  'image/jpeg': isBareJpeg,
  'image/png': isBarePng,
  'image/gif': isBareGif,
  'image/webp': isBareWebp,
  'video/mp4': isBareVideo,
}

/** Pictures and sound of a video of ours, its only big box. */
const samplesOf = (bytes: Buffer) => bytes.subarray(bytes.indexOf('mdat'))

/**
 * Whether the file at `path`, of a type that was checked, may be output of ours: no metadata, and no foreign byte between
 * or behind its parts. `rewritten` is the output of processing it again: a video's samples must be the same.
 */
export const isOwnOutput = async (type: AcceptedType, path: string, rewritten: string): Promise<boolean> => {
  const bytes = await readFile(path)
  if (!checks[type](bytes)) return false
  return type !== 'video/mp4' || samplesOf(bytes).equals(samplesOf(await readFile(rewritten)))
}
