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

/** Codecs with SEI units, in which cameras store serial numbers and locations. */
type NalCodec = 'avc' | 'hevc'

/** Size in bytes of the length prefix before each NAL unit (ISO 14496-15). */
function nalLengthSize(codec: NalCodec, record: Uint8Array): number {
  const byte = record[codec === 'avc' ? 4 : 21]
  if (byte === undefined) throw new Error('The decoder configuration is too short')
  return (byte & 3) + 1
}

const HEVC_SEI = [39, 40]
/** Bytes of the smallest unit with user data: header, type, size and a UUID. */
const USER_DATA_MIN = 19

/** Shorter units hold only timing and recovery points, which decoders need for seeking. */
function mayHoldUserData(codec: NalCodec, unit: Uint8Array): boolean {
  if (unit.length < USER_DATA_MIN) return false
  const first = unit[0] ?? 0
  return codec === 'avc' ? (first & 0x1f) === 6 : HEVC_SEI.includes((first >> 1) & 0x3f)
}

/** Returns the same sample if there is nothing to remove. @throws if the sample ends inside a unit */
function withoutUserData(codec: NalCodec, lengthSize: number, sample: Uint8Array): Uint8Array {
  const view = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength)
  const remaining: Uint8Array[] = []
  let offset = 0
  let dropped = false
  while (offset < view.length) {
    const end =
      offset + lengthSize <= view.length ? offset + lengthSize + view.readUIntBE(offset, lengthSize) : Number.NaN
    if (!(end <= view.length)) throw new Error('A sample ends inside a unit')
    if (mayHoldUserData(codec, view.subarray(offset + lengthSize, end))) dropped = true
    else remaining.push(view.subarray(offset, end))
    offset = end
  }
  return dropped ? Buffer.concat(remaining) : sample
}

/** Bytes before the number of unit lists. */
const HEVC_HEAD = 22

/** Removes SEI units and trailing bytes from an H.265 decoder configuration (ISO 14496-15 §8.3.3). */
const cleanHevcRecord = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => {
  const record = Buffer.from(buffer, byteOffset, byteLength)
  const lists: Buffer[] = []
  let end = HEVC_HEAD + 1
  for (let list = 0; list < record.readUInt8(HEVC_HEAD); list += 1) {
    const from = end
    end += 3
    for (let unit = record.readUInt16BE(from + 1); unit > 0; unit -= 1) end += 2 + record.readUInt16BE(end)
    if (!HEVC_SEI.includes(record.readUInt8(from) & 0x3f)) lists.push(record.subarray(from, end))
  }
  if (end > record.length) throw new Error('The decoder configuration is too short')
  return Buffer.concat([record.subarray(0, HEVC_HEAD), Buffer.from([lists.length]), ...lists])
}

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
    const data = withoutUserData(codec, lengthSize, packet.data)
    return data === packet.data ? packet : packet.clone({ data })
  }
  // An H.264 configuration has no lists for SEI units.
  const description = codec === 'hevc' ? cleanHevcRecord(record) : record
  return { decoderConfig: { ...config, description }, clean }
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
