import { type FileHandle, open, readFile, stat } from 'node:fs/promises'
import {
  EncodedAudioPacketSource,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  StreamTarget,
  type StreamTargetChunk,
} from 'mediabunny'
import { AppError } from '../domain/errors.ts'
import { MAX_PIXELS, MAX_SIDE } from './media-limits.ts'
import { checkTables } from './mp4-tables.ts'
import { copyInOrder, countPackets, type TrackCopy, videoCopy } from './packet-copy.ts'
import type { ProcessedMedia } from './processed-media.ts'
import { variantPath } from './variant-path.ts'

type VideoFacts = Omit<ProcessedMedia, 'mimeType' | 'sha256' | 'storedSha256'>
type Tracks = { video: InputVideoTrack; audio: InputAudioTrack | null }

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

/** The one picture and the one sound that are kept. Data tracks (positions, sensors) and further tracks are left out. */
async function chooseTracks(input: Input): Promise<Tracks> {
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video || !(await acceptedVideo(video))) {
    throw new AppError('unsupported_type', 'The video needs a picture in H.264, H.265, AV1 or VP9')
  }
  if (audio && !(await acceptedAudio(audio))) {
    throw new AppError('unsupported_type', 'The sound of a video must be AAC or Opus')
  }
  const pixels = (await video.getCodedWidth()) * (await video.getCodedHeight())
  if (!(pixels > 0)) throw new AppError('unreadable_media', 'The video has no size')
  if (pixels > MAX_PIXELS) throw new AppError('too_large', `A video has at most ${MAX_PIXELS / 1e6} million pixels`)
  return { video, audio }
}

/** Sound is copied as it is. */
async function soundCopy(track: InputAudioTrack, packets: number) {
  const source = new EncodedAudioPacketSource((await acceptedAudio(track)) ?? 'aac')
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined
  const copy: TrackCopy = {
    track,
    packets,
    add: (packet) => source.add(packet, { decoderConfig }),
    close: () => source.close(),
  }
  return { source, copy }
}

type Counts = { video: number; audio: number }

/** A fresh mp4 without any tag, its index in front, so that it plays while it loads. Answers the hash of its picture. */
async function remux({ video, audio }: Tracks, counts: Counts, target: string): Promise<string> {
  const picture = await videoCopy(video, (await acceptedVideo(video)) ?? 'avc', counts.video)
  const sound = audio && (await soundCopy(audio, counts.audio))
  const orientation = { rotation: await video.getRotation(), flip: await video.getFlip() }
  const file = await openFileTarget(target)
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target: file.target })
  try {
    output.addVideoTrack(picture.source, { ...orientation, maximumPacketCount: counts.video })
    if (sound) output.addAudioTrack(sound.source, { maximumPacketCount: counts.audio })
    await output.start()
    await copyInOrder(sound ? [picture.copy, sound.copy] : [picture.copy])
    await output.finalize()
    return picture.hash()
  } catch (failure) {
    await output.cancel().catch(() => undefined)
    throw failure
  } finally {
    await file.close()
  }
}

/** Size and duration as a player shows them, which may differ from those of the coded pictures. */
async function displayFacts(video: InputVideoTrack) {
  const width = await video.getDisplayWidth()
  const height = await video.getDisplayHeight()
  const duration = await video.computeDuration()
  if (!(width >= 1 && height >= 1 && width <= MAX_SIDE && height <= MAX_SIDE))
    throw new AppError('unreadable_media', 'The video has no sensible size')
  if (!(duration > 0)) throw new AppError('unreadable_media', 'The video has no length')
  return { width, height, duration }
}

/**
 * Reads every packet and copies picture and sound into `folder`; nothing is re-encoded, and rotation is kept.
 * @throws AppError `unsupported_type`, `too_large`; any other failure means that the file cannot be read to its end.
 */
export async function processVideo(path: string, folder: string): Promise<VideoFacts> {
  checkTables(await readFile(path))
  const input = new Input({
    source: new FilePathSource(path, { maxCacheSize: CACHE_BYTES, handleUnhandledError: () => undefined }),
    formats: [MP4],
  })
  try {
    const tracks = await chooseTracks(input)
    const display = await displayFacts(tracks.video)
    const target = variantPath(folder, 'original')
    const budget = { bytes: (await stat(path)).size }
    const video = await countPackets(tracks.video, budget)
    const audio = tracks.audio ? await countPackets(tracks.audio, budget) : 0
    const pictureHash = await remux(tracks, { video, audio }, target)
    return {
      ...display,
      perceptualHash: null,
      centerHashes: [],
      pictureHashes: [pictureHash],
      placeholder: null,
      files: [{ variant: 'original', contentType: 'video/mp4', size: (await stat(target)).size }],
    }
  } finally {
    input.dispose()
  }
}
