import { createHash } from 'node:crypto'
import {
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoCodec,
} from 'mediabunny'
import { AppError } from '../../../domain/errors.ts'

/** Codecs with SEI units, which decoders don't need. Cameras store serial numbers and locations in these units. */
type NalCodec = 'avc' | 'hevc'

const USER_DATA_UNREGISTERED = 5

/** Size in bytes of the length prefix before each NAL unit (ISO 14496-15). */
function nalLengthSize(codec: NalCodec, record: Uint8Array): number {
  const byte = record[codec === 'avc' ? 4 : 21]
  if (byte === undefined) throw new Error('The decoder configuration is too short')
  return (byte & 3) + 1
}

/** Removes emulation prevention bytes (H.264 §7.4.1, H.265 §7.4.2). */
function withoutEscapes(unit: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(unit.length)
  let length = 0
  let zeros = 0
  for (const byte of unit) {
    if (byte !== 3 || zeros < 2) {
      bytes[length] = byte
      length += 1
    }
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return bytes.subarray(0, length)
}

function readSum(bytes: Uint8Array, from: number): { value: number; next: number } {
  let offset = from
  let value = 0
  while (bytes[offset] === 255) {
    value += 255
    offset += 1
  }
  return { value: value + (bytes[offset] ?? 0), next: offset + 1 }
}

function carriesFreeData(unit: Uint8Array, headerSize: number): boolean {
  const bytes = withoutEscapes(unit)
  let offset = headerSize
  while (offset + 2 < bytes.length) {
    const type = readSum(bytes, offset)
    if (type.value === USER_DATA_UNREGISTERED) return true
    const size = readSum(bytes, type.next)
    offset = size.next + size.value
  }
  return false
}

function isFreeData(codec: NalCodec, unit: Uint8Array): boolean {
  const first = unit[0] ?? 0
  if (codec === 'avc') return (first & 0x1f) === 6 && carriesFreeData(unit, 1)
  const type = (first >> 1) & 0x3f
  return (type === 39 || type === 40) && carriesFreeData(unit, 2)
}

/** Returns the same sample if there is no user data to remove. @throws if the sample ends inside a unit */
function withoutFreeData(codec: NalCodec, lengthSize: number, sample: Uint8Array): Uint8Array {
  const view = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength)
  const remaining: Uint8Array[] = []
  let offset = 0
  let dropped = false
  while (offset < view.length) {
    const end =
      offset + lengthSize <= view.length ? offset + lengthSize + view.readUIntBE(offset, lengthSize) : Number.NaN
    if (!(end <= view.length)) throw new Error('A sample ends inside a unit')
    if (isFreeData(codec, view.subarray(offset + lengthSize, end))) dropped = true
    else remaining.push(view.subarray(offset, end))
    offset = end
  }
  return dropped ? Buffer.concat(remaining) : sample
}

type Read = (count: number) => Buffer

const openReader = (record: Uint8Array): Read => {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength)
  let offset = 0
  return (count) => {
    if (offset + count > bytes.length) throw new Error('The decoder configuration is too short')
    offset += count
    return bytes.subarray(offset - count, offset)
  }
}

const readUnits = (codec: NalCodec, read: Read, count: number) =>
  Array.from({ length: count }, () => read(read(2).readUInt16BE())).filter((unit) => !isFreeData(codec, unit))

const twoBytes = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const withLengths = (units: Buffer[]) => units.flatMap((unit) => [twoBytes(unit.length), unit])

const AVC_SHORT = [66, 77, 88]
const AVC_HEAD = 5
const AVC_DEPTHS = 3
/** Mask for the number of parameter sets; the upper three bits of the byte are reserved. */
const AVC_COUNT = 0x1f

const avcUnits = (read: Read, mask = 0xff) => {
  const count = read(1).readUInt8()
  const units = readUnits('avc', read, count & mask)
  return [Buffer.from([(count & ~mask) | units.length]), ...withLengths(units)]
}

const avcExtension = (read: Read) => {
  try {
    return [read(AVC_DEPTHS), ...avcUnits(read)]
  } catch {
    return []
  }
}

const avcRecord = (read: Read) => {
  const head = read(AVC_HEAD)
  const parts = [head, ...avcUnits(read, AVC_COUNT), ...avcUnits(read)]
  return Buffer.concat(AVC_SHORT.includes(head.readUInt8(1)) ? parts : [...parts, ...avcExtension(read)])
}

const HEVC_HEAD = 22

const hevcRecord = (read: Read) => {
  const head = read(HEVC_HEAD)
  const lists = Array.from({ length: read(1).readUInt8() }, () => {
    const [kind, count] = [read(1), read(2).readUInt16BE()]
    return { kind, units: readUnits('hevc', read, count) }
  }).filter(({ units }) => units.length > 0)
  const written = lists.flatMap(({ kind, units }) => [kind, twoBytes(units.length), ...withLengths(units)])
  return Buffer.concat([head, Buffer.from([lists.length]), ...written])
}

/** Removes user data and trailing bytes from the decoder configuration (ISO 14496-15 §5.3.3, §8.3.3). */
const cleanRecord = (codec: NalCodec, record: Uint8Array): Buffer =>
  (codec === 'avc' ? avcRecord : hevcRecord)(openReader(record))

export type TrackCopy = {
  track: InputVideoTrack | InputAudioTrack
  isKept: boolean[]
  add: (packet: EncodedPacket) => Promise<void>
  close: () => void
}

type Cleaning = { decoderConfig: VideoDecoderConfig | undefined; clean: (packet: EncodedPacket) => EncodedPacket }

/** @throws AppError `unreadable_media` if the track has no decoder configuration, as in a recorded broadcast */
const chooseCleaning = (codec: NalCodec, config: VideoDecoderConfig | null): Cleaning => {
  const record = config?.description
  if (!config || !(record instanceof Uint8Array))
    throw new AppError('unreadable_media', 'The video has no settings for its decoder')
  const lengthSize = nalLengthSize(codec, record)
  const clean = (packet: EncodedPacket) => {
    const data = withoutFreeData(codec, lengthSize, packet.data)
    return data === packet.data ? packet : packet.clone({ data })
  }
  return { decoderConfig: { ...config, description: cleanRecord(codec, record) }, clean }
}

/** `hash()` returns the SHA-256 of all copied samples, in hex. */
export async function videoCopy(track: InputVideoTrack, codec: VideoCodec, isKept: boolean[]) {
  const source = new EncodedVideoPacketSource(codec)
  const config = await track.getDecoderConfig()
  const { decoderConfig, clean }: Cleaning =
    codec === 'avc' || codec === 'hevc'
      ? chooseCleaning(codec, config)
      : { decoderConfig: config ?? undefined, clean: (packet) => packet }
  const hash = createHash('sha256')
  const copy: TrackCopy = {
    track,
    isKept,
    add: async (packet) => {
      const cleaned = clean(packet)
      hash.update(`${cleaned.data.byteLength} `).update(cleaned.data)
      await source.add(cleaned, { decoderConfig })
    },
    close: () => source.close(),
  }
  return { source, copy, hash: () => hash.digest('hex') }
}

/** @throws AppError `unreadable_media` if the track is truncated */
async function* keptPackets({ track, isKept }: TrackCopy): AsyncGenerator<EncodedPacket, void> {
  let index = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (isKept[index]) yield packet
    index += 1
  }
  if (index !== isKept.length) throw new AppError('unreadable_media', 'The video is not complete')
}

const start = async (copy: TrackCopy) => {
  const packets = keptPackets(copy)
  return { copy, packets, head: await packets.next() }
}
type Running = Awaited<ReturnType<typeof start>>

const time = ({ head }: Running): number => (head.done ? Number.POSITIVE_INFINITY : head.value.timestamp)

const copyNext = async (running: Running) => {
  const { copy, packets, head } = running
  if (!head.done) await copy.add(head.value)
  running.head = await packets.next()
  if (running.head.done) copy.close()
}

/** Interleaves the tracks by time, so players need only a small buffer. */
export async function copyInOrder(copies: TrackCopy[]): Promise<void> {
  const running = await Promise.all(copies.map(start))
  // Add the first packet of every track up front, because the library fails if tracks start seconds apart.
  for (const track of running) await copyNext(track)
  for (;;) {
    const first = running.reduce((a, b) => (time(b) < time(a) ? b : a))
    if (first.head.done) break
    await copyNext(first)
  }
}
