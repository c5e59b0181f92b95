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
import { AppError } from '../domain/errors.ts'
import type { Plan } from './edit-lists.ts'
import { MAX_PIXELS, MAX_SIDE } from './media-limits.ts'
import { checkTables } from './mp4-tables.ts'
import { copyInOrder, type TrackCopy, videoCopy } from './packet-copy.ts'
import type { ProcessedMedia } from './processed-media.ts'
import { writeEdits } from './published-edits.ts'
import { type Plans, planTracks, showsFor, type TrackPlan, type Tracks } from './track-plans.ts'
import { variantPath } from './variant-path.ts'

type VideoFacts = Omit<ProcessedMedia, 'mimeType' | 'sha256' | 'storedSha256'>

const videoCodecs = ['avc', 'hevc', 'av1', 'vp9'] as const
const audioCodecs = ['aac', 'opus'] as const
/** Bytes of the input that are cached in memory while copying. */
const CACHE_BYTES = 1024 * 1024

/** Bytes gathered before they are written. */
const WRITE_BYTES = 1024 * 1024

/** A disk that becomes full takes a part of what it is given before it fails: only then does it say why. */
const writeAll = async (handle: FileHandle, { data, position }: StreamTargetChunk): Promise<void> => {
  for (let done = 0; done < data.byteLength; ) {
    const { bytesWritten } = await handle.write(data, done, data.byteLength - done, position + done)
    done += bytesWritten
  }
}

/** A new file as the target of a muxer. The library's own `FilePathTarget` takes a half-written chunk for a written one. */
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

/** The first track that has packets: an empty one counts as missing. */
async function findFilled<T extends InputTrack>(primary: T | null, tracks: T[]): Promise<T | undefined> {
  for (const track of new Set(primary ? [primary, ...tracks] : tracks))
    if (await new EncodedPacketSink(track).getFirstPacket({ metadataOnly: true })) return track
  return undefined
}

/** The one picture and the one sound that are kept. Data tracks (positions, sensors) and further tracks are left out. */
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

/** Sound is copied as it is. */
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

/** Ticks a second up to which the library takes a clock. */
const MAX_CLOCK = 1_000_000

/** The clock of the upload keeps the moment of each frame exact. */
const exactClock = ({ clock }: Plan) => (clock <= MAX_CLOCK ? { frameRate: clock } : {})

const countKept = ({ isKept }: Plan) => isKept.filter(Boolean).length

/** A fresh mp4 without any tag, its index in front, so that it plays while it loads. Answers the hash of its picture. */
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

/** Size as a player shows it, which may differ from that of the coded pictures. */
async function displaySize(video: InputVideoTrack) {
  const width = await video.getDisplayWidth()
  const height = await video.getDisplayHeight()
  if (!(width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE))
    throw new AppError('unreadable_media', 'The video has no sensible size')
  return { width, height }
}

/**
 * Reads every packet and copies picture and sound into `folder` as far as they are shown; nothing is re-encoded, and rotation
 * is kept.
 * @throws AppError `unsupported_type`, `too_large`; any other failure means that the file cannot be read to its end.
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
      duration: showsFor(plans.video),
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
