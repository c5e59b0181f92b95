import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { AcceptedType } from '@hotvote/shared/limits'
import { AppError } from '../../domain/errors.ts'
import { MAX_FRAMES } from './media-limits.ts'
import { findMissingProfile } from './png-colours.ts'

/** Maximum number of parts per file. Real files have fewer. */
const MAX_PARTS = { png: 100_000, webp: MAX_FRAMES + 100, jpeg: 5000 }
const MAX_SCANNED = 1_000_000_000

const refuse = () => {
  throw new AppError('unreadable_media', 'The image cannot be read: it has too many parts')
}

type Reading = { failOn?: 'error' | 'warning' }
export type Given = Reading & { path: string }
/** Returns undefined if the file needs no repair. */
type Repair = (bytes: Buffer) => (Reading & { bytes: Buffer }) | undefined

type Chunk = { name: string; from: number; end: number }

const listChunks = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = []
  for (let at = 8; at + 12 <= png.length; ) {
    const chunk = { name: png.toString('latin1', at + 4, at + 8), from: at, end: at + 12 + png.readUInt32BE(at) }
    if (chunks.push(chunk) > MAX_PARTS.png) refuse()
    if (chunk.name === 'IEND') break
    at = chunk.end
  }
  return chunks
}

const writeChunk = (name: string, content: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const numbers = Buffer.alloc(8)
  numbers.writeUInt32BE(content.length)
  numbers.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([numbers.subarray(0, 4), body, numbers.subarray(4)])
}

/** Chunks needed to decode and rotate a PNG. Text chunks are dropped, because they can unpack to gigabytes. */
const KEPT = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'eXIf', 'iCCP', 'sRGB']
const EXIF_MAX = 65_536

const isKept = ({ name, from, end }: Chunk) => KEPT.includes(name) && (name !== 'eXIf' || end - from < EXIF_MAX)

const PNG_HEAD = { end: 33, kind: 25 }

/** Drops unneeded chunks and converts color chunks into an ICC profile. */
const repairPng: Repair = (png) => {
  const chunks = listChunks(png)
  const find = (wanted: string) => {
    const chunk = chunks.find(({ name }) => name === wanted)
    return chunk && png.subarray(chunk.from + 8, chunk.end - 4)
  }
  const isGrey = ((png[PNG_HEAD.kind] ?? 0) & 2) === 0
  const profile = findMissingProfile(find, isGrey)
  const kept = chunks.filter((chunk) => isKept(chunk) && !(profile && ['iCCP', 'sRGB'].includes(chunk.name)))
  if (!profile && kept.length === chunks.length) return undefined
  const rest = kept.map(({ from, end }) => png.subarray(from, end))
  if (!profile) return { bytes: Buffer.concat([png.subarray(0, 8), ...rest]) }
  const content = Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(profile)])
  return { bytes: Buffer.concat([png.subarray(0, PNG_HEAD.end), writeChunk('iCCP', content), ...rest.slice(1)]) }
}

const END = Buffer.from([0xff, 0xd9])
/** Returns true for markers without a length: stuffed zeros, restart markers and fill bytes. */
const isBare = (marker: number) => marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Adds a missing end marker, so strict decoding detects missing pixels. */
const repairJpeg: Repair = (jpeg) => {
  let [segments, scans, pixels] = [0, 0, 0]
  for (let at = 2; at + 1 < jpeg.length; ) {
    const marker = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff || isBare(marker)) {
      at += 1
      continue
    }
    if (marker === 0xd9) return undefined
    if (isFrame(marker) && at + 9 <= jpeg.length) pixels = jpeg.readUInt16BE(at + 5) * jpeg.readUInt16BE(at + 7)
    segments += 1
    if (marker === 0xda) scans += 1
    if (segments > MAX_PARTS.jpeg || scans * pixels > MAX_SCANNED) refuse()
    at += 2 + (at + 4 <= jpeg.length ? jpeg.readUInt16BE(at + 2) : 0)
  }
  return { bytes: Buffer.concat([jpeg, END]), failOn: 'warning' }
}

const checkWebp: Repair = (webp) => {
  let parts = 0
  for (let at = 12; at + 8 <= webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) & 1))
    if (++parts > MAX_PARTS.webp) refuse()
  return undefined
}

const REPAIRS: Partial<Record<AcceptedType, Repair>> = {
  'image/jpeg': repairJpeg,
  'image/png': repairPng,
  'image/webp': checkWebp,
}

/**
 * Rejects files that are too costly to decode, and writes a repaired copy if needed.
 * @throws AppError `unreadable_media`; `unsupported_type` for HDR
 */
export async function prepareUploadedImage(path: string, type: AcceptedType, folder: string): Promise<Given> {
  const repair = REPAIRS[type]
  const repaired = repair?.(await readFile(path))
  if (!repaired) return { path }
  const { bytes, ...how } = repaired
  const copy = join(folder, 'repaired')
  await writeFile(copy, bytes)
  return { path: copy, ...how }
}
