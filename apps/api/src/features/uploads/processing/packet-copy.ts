import {
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  type VideoCodec,
} from 'mediabunny'
import { nalLengthSize, withoutFreeData } from './nal-units.ts'
import { Refusal } from './refusal.ts'

/** One track on its way into the new file. */
export type TrackCopy = {
  track: InputVideoTrack | InputAudioTrack
  add: (packet: EncodedPacket) => Promise<void>
  close: () => void
}

/**
 * Reads a whole track and counts its packets. A hostile index can name the same bytes many times over: `budget` is what
 * all tracks together may yield, the size of the file.
 */
export async function countPackets(track: InputTrack, budget: { bytes: number }): Promise<number> {
  let packets = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    packets += 1
    budget.bytes -= packet.byteLength
    if (budget.bytes < 0) throw new Refusal('unreadable_media', 'The video names more data than it has')
  }
  if (packets === 0) throw new Refusal('unreadable_media', 'The video is empty')
  return packets
}

/** The picture's copy; H.264 and H.265 samples lose their free data on the way. */
export async function videoCopy(track: InputVideoTrack, codec: VideoCodec) {
  const source = new EncodedVideoPacketSource(codec)
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined
  const record = decoderConfig?.description
  const clean = async (packet: EncodedPacket) => {
    if (!(codec === 'avc' || codec === 'hevc') || !(record instanceof Uint8Array)) return packet
    const data = withoutFreeData(codec, nalLengthSize(codec, record), packet.data)
    return data === packet.data ? packet : packet.clone({ data })
  }
  const copy: TrackCopy = {
    track,
    add: async (packet) => source.add(await clean(packet), { decoderConfig }),
    close: () => source.close(),
  }
  return { source, copy }
}

/** Copies all tracks side by side in the order of their time, so that a player never has to look far ahead. */
export async function copyInOrder(copies: TrackCopy[]): Promise<void> {
  const running = await Promise.all(
    copies.map(async (copy) => {
      const packets = new EncodedPacketSink(copy.track).packets()
      return { copy, packets, head: await packets.next() }
    }),
  )
  const time = (head: IteratorResult<EncodedPacket, void>) =>
    head.done ? Number.POSITIVE_INFINITY : head.value.timestamp
  for (;;) {
    const first = running.reduce((a, b) => (time(b.head) < time(a.head) ? b : a))
    if (first.head.done) return
    await first.copy.add(first.head.value)
    first.head = await first.packets.next()
    if (first.head.done) first.copy.close()
  }
}
