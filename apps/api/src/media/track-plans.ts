import { EncodedPacketSink, type InputAudioTrack, type InputTrack, type InputVideoTrack } from 'mediabunny'
import { AppError } from '../domain/errors.ts'
import { cannotReproduce, type Packet, type Plan, planTrack, readEdits, type Timeline } from './edit-lists.ts'

/** The picture and the sound of a film. */
export type Tracks = { video: InputVideoTrack; audio: InputAudioTrack | null }
export type TrackPlan<T extends InputTrack> = Plan & { track: T }
export type Plans = { video: TrackPlan<InputVideoTrack>; audio: TrackPlan<InputAudioTrack> | null }

/** Packets in front of the first sound that encoders write for their decoders. */
const PRIMING = 4
/** The lowest rates of AAC-LC, by index, may hide HE-AAC of twice the rate (ISO 14496-3 table 1.18). */
const LOWEST_PLAIN_RATE = 5

/**
 * Packets that the index of a track promises. A hostile index can name the same bytes many times over: `budget` is what
 * all tracks together may name, the size of the file.
 */
async function listPackets(track: InputTrack, clock: number, budget: { bytes: number }): Promise<Packet[]> {
  const list: Packet[] = []
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, { metadataOnly: true })) {
    const { timestamp, duration, type, byteLength } = packet
    list.push({ at: Math.round(timestamp * clock), length: Math.round(duration * clock), isKey: type === 'key' })
    budget.bytes -= Math.max(1, byteLength)
    if (budget.bytes < 0) throw new AppError('unreadable_media', 'The video names more data than it has')
  }
  return list
}

/**
 * Decoding a picture starts at a key frame.
 * @throws AppError `unsupported_type` for several parts that start elsewhere: frames between them cannot be hidden everywhere
 */
const planVideo = (timeline: Timeline): Plan => {
  const { packets } = timeline
  const keyFrame = (moment: number) =>
    Math.max(
      0,
      packets.findLastIndex(({ at, isKey }) => isKey && at <= moment),
    )
  const plan = planTrack(timeline, keyFrame)
  const starts = plan.edits.flatMap(({ from }) => from ?? [])
  if (starts.length > 1 && starts.some((start) => packets[keyFrame(start)]?.at !== start)) throw cannotReproduce()
  return plan
}

/** Packets of AAC-LC need the one before them. Those of other sounds depend on all earlier ones. */
const isPlainAac = ({ codec, description }: AudioDecoderConfig): boolean => {
  if (codec !== 'mp4a.40.2' || !(description instanceof Uint8Array)) return false
  const [first = 0, second = 0] = description
  return (((first & 7) << 1) | (second >> 7)) <= LOWEST_PLAIN_RATE
}

const planAudio = (timeline: Timeline, config: AudioDecoderConfig | null): Plan => {
  const isPlain = config !== null && isPlainAac(config)
  return planTrack(timeline, (moment) => {
    const heard = timeline.packets.findLastIndex(({ at }) => at <= moment)
    if (isPlain) return Math.max(0, heard - 1)
    if (heard > PRIMING) throw cannotReproduce()
    return 0
  })
}

/** Seconds that a track is shown for. */
export const showsFor = ({ edits, clock }: Plan): number => edits.reduce((sum, { length }) => sum + length, 0) / clock

/**
 * Which packets of each track are published. A sound that is never heard is left out.
 * @throws AppError `unsupported_type` for edits that need another encoding, `unreadable_media`
 */
export async function planTracks({ video, audio }: Tracks, film: Buffer): Promise<Plans> {
  const budget = { bytes: film.length }
  const timelineOf = async (track: InputTrack): Promise<Timeline> => {
    const clock = await track.getTimeResolution()
    return { clock, packets: await listPackets(track, clock, budget), edits: readEdits(film, track.id) }
  }
  const picture = { track: video, ...planVideo(await timelineOf(video)) }
  if (!(showsFor(picture) > 0)) throw new AppError('unreadable_media', 'The video has no length')
  if (!audio) return { video: picture, audio }
  const sound = planAudio(await timelineOf(audio), await audio.getDecoderConfig())
  return { video: picture, audio: showsFor(sound) > 0 ? { track: audio, ...sound } : null }
}
