import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny'
import { AppError } from '../../../domain/errors.ts'
import { MAX_PIXELS, MAX_SIDE } from '../media-limits.ts'
import { type ProcessedMedia, variantPath } from '../processed-media.ts'
import { type Box, boxesIn, checkTables, findBox, readTimescale } from './mp4-boxes.ts'
import { copyInOrder, type TrackCopy, videoCopy } from './packet-copy.ts'
import { getVisibleDuration, type Plan, type Plans, planTracks, type TrackPlan, type Tracks } from './track-plans.ts'

/** Minimum timescale of the written video, in ticks per second. */
const MOVIE_CLOCK = 57_600

const makeBox = (name: string, ...parts: Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 8))
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

/** Rounds down, so frames hidden at the end of an edit stay hidden. */
const toMovieTicks = (ticks: number, track: Plan, clock: number) => Math.floor((ticks * clock) / track.clock)

const getDuration = (track: Plan, clock: number) =>
  track.edits.reduce((sum, { length }) => sum + toMovieTicks(length, track, clock), 0)

const makeEditList = (track: Plan, mediaClock: number, clock: number): Buffer => {
  const list = Buffer.alloc(8 + 12 * track.edits.length)
  list.writeUInt32BE(track.edits.length, 4)
  for (const [index, { from, length }] of track.edits.entries()) {
    const at = 8 + 12 * index
    list.writeUInt32BE(toMovieTicks(length, track, clock), at)
    list.writeInt32BE(from === null ? -1 : Math.round(((from - track.first) * mediaClock) / track.clock), at + 4)
    list.writeUInt32BE(0x1_0000, at + 8)
  }
  return makeBox('edts', makeBox('elst', list))
}

const wholeBox = (film: Buffer, { from, end }: Box) => Buffer.from(film.subarray(from - 8, end))

const withDuration = (film: Buffer, head: Box, duration: number): Buffer => {
  if (film.readUInt8(head.from) !== 0) throw new Error('The film is too long')
  const bytes = wholeBox(film, head)
  bytes.writeUInt32BE(duration, 8 + (head.name === 'tkhd' ? 20 : 16))
  return bytes
}

const rewriteTrack = (film: Buffer, box: Box, { track, clock }: { track: Plan; clock: number }): Buffer => {
  const media = findBox(film, box, 'mdia', 'mdhd')
  if (!media) throw new Error('A written track has no clock')
  const edits = makeEditList(track, readTimescale(film, media).timescale, clock)
  const parts = [...boxesIn(film, box)].flatMap((part) => {
    if (part.name === 'edts') return []
    return part.name === 'tkhd' ? [withDuration(film, part, getDuration(track, clock)), edits] : [wholeBox(film, part)]
  })
  return makeBox('trak', ...parts)
}

const rewriteIndex = (film: Buffer, index: Box, tracks: Plan[]): Buffer => {
  const pictureClock = tracks[0]?.clock ?? MOVIE_CLOCK
  const clock = pictureClock * Math.ceil(MOVIE_CLOCK / pictureClock)
  const left = [...tracks]
  const parts = [...boxesIn(film, index)].map((part) => {
    const track = part.name === 'trak' ? left.shift() : undefined
    if (track) return rewriteTrack(film, part, { track, clock })
    if (part.name !== 'mvhd') return wholeBox(film, part)
    const head = withDuration(film, part, Math.max(...tracks.map((each) => getDuration(each, clock))))
    head.writeUInt32BE(clock, 8 + 12)
    return head
  })
  return makeBox('moov', ...parts)
}

/** Adds edit lists, which the library cannot write, by extending the index into the padding behind it. */
async function writeEdits(path: string, tracks: Plan[]): Promise<void> {
  const film = await readFile(path)
  const whole = { from: 0, end: film.length }
  const [index, space] = [findBox(film, whole, 'moov'), findBox(film, whole, 'free')]
  if (!index || space?.from !== index.end + 8) throw new Error('A written film has no space behind its index')
  const rewritten = rewriteIndex(film, index, tracks)
  const rest = space.end - (index.from - 8) - rewritten.length - 8
  const handle = await open(path, 'r+')
  try {
    const head = Buffer.concat([rewritten, makeBox('free', Buffer.alloc(rest))])
    await handle.write(head, 0, head.length, index.from - 8)
  } finally {
    await handle.close()
  }
}

type VideoFacts = Omit<ProcessedMedia, 'mimeType' | 'sha256' | 'storedSha256'>

const videoCodecs = ['avc', 'hevc', 'av1', 'vp9'] as const
const audioCodecs = ['aac', 'opus'] as const
/** Bytes. */
const CACHE_BYTES = 1024 * 1024

/** Bytes. */
const WRITE_BYTES = 1024 * 1024

/** Writes until all bytes are written, because a partial write on a full disk does not throw. */
const writeAll = async (handle: FileHandle, { data, position }: StreamTargetChunk): Promise<void> => {
  for (let done = 0; done < data.byteLength; ) {
    const { bytesWritten } = await handle.write(data, done, data.byteLength - done, position + done)
    done += bytesWritten
  }
}

/** Replaces the library's own `FilePathTarget`, which ignores partial writes. */
const openFileTarget = async (path: string) => {
  const handle = await open(path, 'w')
  const writable = new WritableStream<StreamTargetChunk>({ write: (chunk) => writeAll(handle, chunk) })
  return { target: new StreamTarget(writable, { chunked: true, chunkSize: WRITE_BYTES }), close: () => handle.close() }
}

const acceptedVideo = async (track: InputVideoTrack) => {
  const codec = await track.getCodec()
  return videoCodecs.find((name) => name === codec)
}
const acceptedAudio = async (track: InputAudioTrack) => {
  const codec = await track.getCodec()
  return audioCodecs.find((name) => name === codec)
}

async function findFilled<T extends InputTrack>(primary: T | null, tracks: T[]): Promise<T | undefined> {
  for (const track of new Set(primary ? [primary, ...tracks] : tracks))
    if (await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) return track
  return undefined
}

/** Chooses one video and one audio track, and drops sensor data and all other tracks. */
async function chooseTracks(input: Input): Promise<Tracks> {
  const primary = await input.getPrimaryVideoTrack()
  const video = await findFilled(primary, await input.getVideoTracks())
  const audio = await findFilled(await input.getPrimaryAudioTrack(), await input.getAudioTracks())
  if (primary && !video) throw new AppError('unreadable_media', 'The video is empty')
  if (!video || !(await acceptedVideo(video))) {
    throw new AppError('unsupported_type', 'The video needs a picture in H.264, H.265, AV1 or VP9')
  }
  if (audio && !(await acceptedAudio(audio))) {
    throw new AppError('unsupported_type', 'The sound of a video must be AAC or Opus')
  }
  const pixels = (await video.getCodedWidth()) * (await video.getCodedHeight())
  if (!(pixels > 0)) throw new AppError('unreadable_media', 'The video has no size')
  if (pixels > MAX_PIXELS) throw new AppError('too_large', `A video has at most ${MAX_PIXELS / 1e6} million pixels`)
  return { video, audio: audio ?? null }
}

async function soundCopy({ track, isKept }: TrackPlan<InputAudioTrack>) {
  const source = new EncodedAudioPacketSource((await acceptedAudio(track)) ?? 'aac')
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined
  const copy: TrackCopy = {
    track,
    isKept,
    add: (packet) => source.add(packet, { decoderConfig }),
    close: () => source.close(),
  }
  return { source, copy }
}

/** Highest timescale that the library supports, in ticks per second. */
const MAX_CLOCK = 1_000_000

const exactClock = ({ clock }: Plan) => (clock <= MAX_CLOCK ? { frameRate: clock } : {})

const countKept = ({ isKept }: Plan) => isKept.filter(Boolean).length

/** Writes the index at the start of the file, for streaming. @returns the hash of the video track */
async function remux({ video, audio }: Plans, target: string): Promise<string> {
  const picture = await videoCopy(video.track, (await acceptedVideo(video.track)) ?? 'avc', video.isKept)
  const sound = audio && (await soundCopy(audio))
  const orientation = { rotation: await video.track.getRotation(), flip: await video.track.getFlip() }
  const file = await openFileTarget(target)
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target: file.target })
  try {
    output.addVideoTrack(picture.source, { ...orientation, ...exactClock(video), maximumPacketCount: countKept(video) })
    if (sound) output.addAudioTrack(sound.source, { maximumPacketCount: countKept(audio) })
    await output.start()
    await copyInOrder(sound ? [picture.copy, sound.copy] : [picture.copy])
    await output.finalize()
  } catch (failure) {
    await output.cancel().catch(() => undefined)
    throw failure
  } finally {
    await file.close()
  }
  await writeEdits(target, audio ? [video, audio] : [video])
  return picture.hash()
}

/** Returns the displayed size, which may differ from the coded size. */
async function displaySize(video: InputVideoTrack) {
  const width = await video.getDisplayWidth()
  const height = await video.getDisplayHeight()
  if (!(width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE))
    throw new AppError('unreadable_media', 'The video has no sensible size')
  return { width, height }
}

/**
 * Copies the visible parts of a video without re-encoding.
 * @throws AppError `unsupported_type`, `too_large`
 */
export async function processVideo(path: string, folder: string): Promise<VideoFacts> {
  const film = await readFile(path)
  checkTables(film)
  const input = new Input({
    source: new FilePathSource(path, { maxCacheSize: CACHE_BYTES, handleUnhandledError: () => undefined }),
    formats: [MP4],
  })
  try {
    const tracks = await chooseTracks(input)
    const size = await displaySize(tracks.video)
    const target = variantPath(folder, 'original')
    const plans = await planTracks(tracks, film)
    const pictureHash = await remux(plans, target)
    return {
      ...size,
      duration: getVisibleDuration(plans.video),
      perceptualHash: null,
      centerHashes: [],
      pictureHashes: [pictureHash],
      placeholder: null,
      backdrop: null,
      hasSound: plans.audio !== null,
      files: [{ variant: 'original', contentType: 'video/mp4', size: (await stat(target)).size }],
    }
  } finally {
    input.dispose()
  }
}
