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
import { nalLengthSize, withoutFreeData } from './nal-units.ts'

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

/** The picture's copy; H.264 and H.265 samples lose their free data on the way. `hash` is that of all its samples, hex. */
export async function videoCopy(track: InputVideoTrack, codec: VideoCodec, packets: number) {
  const source = new EncodedVideoPacketSource(codec)
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined
  const record = decoderConfig?.description
  const clean = async (packet: EncodedPacket) => {
    if (!(codec === 'avc' || codec === 'hevc') || !(record instanceof Uint8Array)) return packet
    const data = withoutFreeData(codec, nalLengthSize(codec, record), packet.data)
    return data === packet.data ? packet : packet.clone({ data })
  }
  const hash = createHash('sha256')
  const copy: TrackCopy = {
    track,
    packets,
    add: async (packet) => {
      const cleaned = await clean(packet)
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
