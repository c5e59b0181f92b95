import { createHash } from 'node:crypto'
import {
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoCodec,
} from 'mediabunny'
import { AppError } from '../domain/errors.ts'
import { cleanRecord } from './decoder-record.ts'
import { type NalCodec, nalLengthSize, withoutFreeData } from './nal-units.ts'

/** One track on its way into the new file. */
export type TrackCopy = {
  track: InputVideoTrack | InputAudioTrack
  /** Which of the packets that its index promises are copied. */
  isKept: boolean[]
  add: (packet: EncodedPacket) => Promise<void>
  close: () => void
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
export async function videoCopy(track: InputVideoTrack, codec: VideoCodec, isKept: boolean[]) {
  const source = new EncodedVideoPacketSource(codec)
  const config = await track.getDecoderConfig()
  const { decoderConfig, clean }: Cleaning =
    codec === 'avc' || codec === 'hevc'
      ? cleaningOf(codec, config)
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

/**
 * The packets that are copied.
 * @throws AppError `unreadable_media` when the track ends before its index does: the file was cut off
 */
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

/** Copies all tracks side by side in the order of their time, so that a player never has to look far ahead. */
export async function copyInOrder(copies: TrackCopy[]): Promise<void> {
  const running = await Promise.all(copies.map(start))
  // The library fails when a track starts seconds after another one.
  for (const track of running) await copyNext(track)
  for (;;) {
    const first = running.reduce((a, b) => (time(b) < time(a) ? b : a))
    if (first.head.done) break
    await copyNext(first)
  }
}
