import { createHash } from 'node:crypto'
import {
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  type VideoCodec,
} from 'mediabunny'
import { AppError } from '../domain/errors.ts'
import { cleanRecord } from './decoder-record.ts'
import { type NalCodec, nalLengthSize, withoutFreeData } from './nal-units.ts'

/** One track on its way into the new file. */
export type TrackCopy = {
  track: InputVideoTrack | InputAudioTrack
  /** Packets that its index promises. */
  packets: number
  add: (packet: EncodedPacket) => Promise<void>
  close: () => void
}

/**
 * Packets that the index of a track promises. A hostile index can name the same bytes many times over: `budget` is what
 * all tracks together may name, the size of the file.
 */
export async function countPackets(track: InputTrack, budget: { bytes: number }): Promise<number> {
  let packets = 0
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    packets += 1
    budget.bytes -= Math.max(1, packet.byteLength)
    if (budget.bytes < 0) throw new AppError('unreadable_media', 'The video names more data than it has')
  }
  if (packets === 0) throw new AppError('unreadable_media', 'The video is empty')
  return packets
}

type Cleaning = { decoderConfig: VideoDecoderConfig | undefined; clean: (packet: EncodedPacket) => EncodedPacket }

/**
 * How H.264 and H.265 lose their free data: in the settings of their decoder, and in their samples, which are read by these.
 * @throws AppError `unreadable_media` without settings: the samples are in another form then, that of broadcasts
 */
const cleaningOf = (codec: NalCodec, config: VideoDecoderConfig | null): Cleaning => {
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

/** The picture's copy; H.264 and H.265 lose their free data on the way. `hash` is that of all its samples, hex. */
export async function videoCopy(track: InputVideoTrack, codec: VideoCodec, packets: number) {
  const source = new EncodedVideoPacketSource(codec)
  const config = await track.getDecoderConfig()
  const { decoderConfig, clean }: Cleaning =
    codec === 'avc' || codec === 'hevc'
      ? cleaningOf(codec, config)
      : { decoderConfig: config ?? undefined, clean: (packet) => packet }
  const hash = createHash('sha256')
  const copy: TrackCopy = {
    track,
    packets,
    add: async (packet) => {
      const cleaned = clean(packet)
      hash.update(`${cleaned.data.byteLength} `).update(cleaned.data)
      await source.add(cleaned, { decoderConfig })
    },
    close: () => source.close(),
  }
  return { source, copy, hash: () => hash.digest('hex') }
}

const start = async (copy: TrackCopy) => {
  const packets = new EncodedPacketSink(copy.track).packets()
  return { copy, packets, copied: 0, head: await packets.next() }
}
type Running = Awaited<ReturnType<typeof start>>

const time = ({ head }: Running): number => (head.done ? Number.POSITIVE_INFINITY : head.value.timestamp)

/**
 * Copies all tracks side by side in the order of their time, so that a player never has to look far ahead.
 * @throws AppError `unreadable_media` when a track ends before its index does: the file was cut off
 */
export async function copyInOrder(copies: TrackCopy[]): Promise<void> {
  const running = await Promise.all(copies.map(start))
  for (;;) {
    const first = running.reduce((a, b) => (time(b) < time(a) ? b : a))
    if (first.head.done) break
    await first.copy.add(first.head.value)
    first.copied += 1
    first.head = await first.packets.next()
    if (first.head.done) first.copy.close()
  }
  if (running.some(({ copy, copied }) => copied !== copy.packets))
    throw new AppError('unreadable_media', 'The video is not complete')
}
