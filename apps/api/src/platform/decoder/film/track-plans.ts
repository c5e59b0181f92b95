import { EncodedPacketSink, type InputAudioTrack, type InputTrack, type InputVideoTrack } from 'mediabunny'
import { AppError } from '../../../domain/errors.ts'
import { type Box, boxesIn, findBox, readTimescale } from './mp4-boxes.ts'

/** Visible part of a track, in the track's ticks. A null `from` means a pause. */
type Edit = { from: number | null; length: number }
/** `at` and `length` are in ticks. Packets are sorted in decoding order. */
type Packet = { at: number; length: number; isKey: boolean }
/** `clock` is in ticks per second. */
type Timeline = { packets: Packet[]; edits: Edit[]; clock: number }
/** `first` is the time of the first packet, in ticks. */
export type Plan = { isKept: boolean[]; first: number; edits: Edit[]; clock: number }

/** Maximum number of edit list entries. Lossless editors write one entry per cut. */
const MAX_ENTRIES = 50

const cannotReproduce = () =>
  new AppError('unsupported_type', "This video has edits that we can't process. Export it again and upload the export.")

type Entry = { duration: number; mediaTime: number; rate: number }

const readEntries = (film: Buffer, { from, end }: Box): Entry[] => {
  const isLong = film.readUInt8(from) === 1
  const count = film.readUInt32BE(from + 4)
  const size = isLong ? 20 : 12
  if (from + 8 + count * size > end) throw new Error('The edit list ends too soon')
  if (count > MAX_ENTRIES) throw cannotReproduce()
  return Array.from({ length: count }, (_, index) => {
    const at = from + 8 + index * size
    return {
      duration: isLong ? Number(film.readBigUInt64BE(at)) : film.readUInt32BE(at),
      mediaTime: isLong ? Number(film.readBigInt64BE(at + 8)) : film.readInt32BE(at + 4),
      rate: film.readUInt32BE(at + size - 4),
    }
  })
}

const NORMAL_RATE = 0x1_0000

/** Makes times relative to the first visible moment, like the container library does. */
const toEdits = (entries: Entry[], toTicks: (duration: number) => number): Edit[] => {
  const shown = entries.filter(({ mediaTime }) => mediaTime !== -1)
  if (shown.some(({ rate }) => rate !== NORMAL_RATE)) throw cannotReproduce()
  const firstIndex = entries.findIndex(({ mediaTime }) => mediaTime !== -1)
  const delay = entries.slice(0, Math.max(0, firstIndex)).reduce((sum, { duration }) => sum + duration, 0)
  const origin = (shown[0]?.mediaTime ?? 0) - toTicks(delay)
  return entries.map(({ duration, mediaTime }, index) => ({
    from: mediaTime === -1 ? null : mediaTime - origin,
    // A last entry without a length shows the rest of the track (ISO 14496-12 §8.6.6.1).
    length: duration === 0 && index === entries.length - 1 ? Number.POSITIVE_INFINITY : toTicks(duration),
  }))
}

const readTrackId = (film: Buffer, track: Box) => {
  const head = findBox(film, track, 'tkhd')
  return head && film.readUInt32BE(head.from + (film.readUInt8(head.from) === 1 ? 20 : 12))
}

/**
 * Reads an edit list (ISO 14496-12 §8.6.6).
 * @throws AppError `unsupported_type` if an edit changes the playback speed
 */
function readEdits(film: Buffer, trackId: number): Edit[] {
  const all: Edit[] = [{ from: 0, length: Number.POSITIVE_INFINITY }]
  const movie = findBox(film, { from: 0, end: film.length }, 'moov')
  if (!movie) return all
  const track = [...boxesIn(film, movie)].find((box) => box.name === 'trak' && readTrackId(film, box) === trackId)
  const list = track && findBox(film, track, 'edts', 'elst')
  const [movieHead, mediaHead] = [findBox(film, movie, 'mvhd'), track && findBox(film, track, 'mdia', 'mdhd')]
  const entries = list && readEntries(film, list)
  if (!entries?.length || !movieHead || !mediaHead) return all
  const [movieClock, clock] = [movieHead, mediaHead].map((head) => readTimescale(film, head).timescale)
  return toEdits(entries, (duration) => Math.round((duration / (movieClock ?? 1)) * (clock ?? 1)))
}

const clip = (edit: Edit, start: number, end: number): Edit[] => {
  if (edit.from === null) return [edit]
  const [from, until] = [Math.max(edit.from, start), Math.min(edit.from + edit.length, end)]
  if (from >= until) return [{ from: null, length: edit.length }]
  const [before, after] = [from - edit.from, edit.from + edit.length - until]
  return [
    { from: null, length: before },
    { from, length: until - from },
    { from: null, length: after },
  ]
}

const tidy = (edits: Edit[]): Edit[] => {
  const last = edits.findLastIndex(({ from, length }) => from !== null && length > 0)
  const joined: Edit[] = []
  for (const edit of edits.slice(0, last + 1).filter(({ length }) => length > 0)) {
    const before = joined.at(-1)
    if (edit.from === null && before?.from === null) before.length += edit.length
    else joined.push({ ...edit })
  }
  return joined
}

/** Rejects edits with pauses or omitted packets between visible parts, because players show them differently. */
const checkParts = (shown: Edit[], isKept: boolean[]) => {
  if (shown.slice(1).some(({ from }) => from === null)) throw cannotReproduce()
  const parts = shown.filter(({ from }) => from !== null)
  const isWhole = isKept.slice(isKept.indexOf(true), isKept.lastIndexOf(true)).every(Boolean)
  if (parts.length > 1 && !isWhole) throw cannotReproduce()
}

/** `firstNeeded` returns the first packet that must be decoded to play a given moment. */
function planTrack({ packets, edits, clock }: Timeline, firstNeeded: (moment: number) => number): Plan {
  const start = packets[0]?.at ?? 0
  const end = packets.reduce((latest, { at, length }) => Math.max(latest, at + length), start)
  const shown = tidy(edits.flatMap((edit) => clip(edit, start, end)))
  const isKept = packets.map(() => false)
  for (const { from, length } of shown) {
    if (from === null) continue
    const first = firstNeeded(from)
    const last = packets.findLastIndex(({ at }) => at < from + length)
    // Frames shown before their key frame depend on earlier frames.
    for (let index = first; index <= last; index += 1)
      if ((packets[index]?.at ?? 0) >= (packets[first]?.at ?? 0)) isKept[index] = true
  }
  checkParts(shown, isKept)
  const kept = packets.filter((_, index) => isKept[index])
  const first = kept.reduce((least, { at }) => Math.min(least, at), kept[0]?.at ?? 0)
  return { isKept, edits: shown, first, clock }
}

export type Tracks = { video: InputVideoTrack; audio: InputAudioTrack | null }
export type TrackPlan<T extends InputTrack> = Plan & { track: T }
export type Plans = { video: TrackPlan<InputVideoTrack>; audio: TrackPlan<InputAudioTrack> | null }

/** Maximum number of priming packets that encoders write before the first sound. */
const PRIMING = 4
/** Sample rate index (ISO 14496-3 table 1.18). At lower rates, an AAC-LC track may contain HE-AAC. */
const LOWEST_PLAIN_RATE = 5

/** `budget` limits the bytes of all tracks, because a malicious index may list the same bytes repeatedly. */
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
 * Each visible part must start at a key frame, because decoding can only start there.
 * @throws AppError `unsupported_type`
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

/** Detects plain AAC-LC, because other codecs need all preceding packets for decoding. */
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

/** Seconds. */
export const getVisibleDuration = ({ edits, clock }: Plan): number =>
  edits.reduce((sum, { length }) => sum + length, 0) / clock

/**
 * Selects the packets to publish and drops a sound track that is never heard.
 * @throws AppError `unsupported_type`, `unreadable_media`
 */
export async function planTracks({ video, audio }: Tracks, film: Buffer): Promise<Plans> {
  const budget = { bytes: film.length }
  const readTimeline = async (track: InputTrack): Promise<Timeline> => {
    const clock = await track.getTimeResolution()
    return { clock, packets: await listPackets(track, clock, budget), edits: readEdits(film, track.id) }
  }
  const picture = { track: video, ...planVideo(await readTimeline(video)) }
  if (!(getVisibleDuration(picture) > 0)) throw new AppError('unreadable_media', 'The video has no length')
  if (!audio) return { video: picture, audio }
  const sound = planAudio(await readTimeline(audio), await audio.getDecoderConfig())
  return { video: picture, audio: getVisibleDuration(sound) > 0 ? { track: audio, ...sound } : null }
}
