import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { boxesIn, findBox } from '../../src/platform/decoder/film/mp4-boxes.ts'
import { filmFile } from './clips.ts'
import { box, type Entry, elst, table, withBoxes } from './mp4-boxes.ts'

/** Ticks per second. */
const CLOCK = 57_600
const SOUND_CLOCK = 48_000
/** Ten frames per second for two seconds; a key frame every five, with reordered frames. */
const ORDER = [0, 5, 10, 15].flatMap((key) => [0, 3, 1, 2, 4].map((offset) => key + offset))
const SOUND_PACKETS = 94

const frame = (index: number) => Buffer.from([0, 0, 0, 2, index % 5 === 0 ? 0x65 : 0x41, index])

const inputOf = (bytes: Uint8Array) => new Input({ source: new BufferSource(bytes), formats: [MP4] })

const pictureConfig = async () => {
  const video = await inputOf(await filmFile('phone')).getPrimaryVideoTrack()
  return (await video?.getDecoderConfig()) ?? undefined
}

/** Codecs and decoder settings (ISO 14496-3 §1.6, RFC 7845 §5.1). */
const SOUNDS = {
  'AAC-LC': { type: 'aac', codec: 'mp4a.40.2', description: '1190' },
  'HE-AAC': { type: 'aac', codec: 'mp4a.40.5', description: '2b118800' },
  'HE-AAC, called AAC-LC for older decoders': { type: 'aac', codec: 'mp4a.40.2', description: '131056e598' },
  'HE-AAC, called AAC-LC of half the rate': { type: 'aac', codec: 'mp4a.40.2', description: '1310' },
  Opus: { type: 'opus', codec: 'opus', description: '4f707573486561640102380180bb0000000000' },
} as const
export type Sound = keyof typeof SOUNDS

/** Frames and sound packets contain their number. The index is at the end. */
const wholeFilm = async (kind: Sound = 'AAC-LC'): Promise<Buffer> => {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target })
  const { type, codec, description } = SOUNDS[kind]
  const [picture, sound] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource(type)]
  output.addVideoTrack(picture)
  output.addAudioTrack(sound)
  await output.start()
  const decoderConfig = await pictureConfig()
  for (const index of ORDER)
    await picture.add(new EncodedPacket(frame(index), index % 5 === 0 ? 'key' : 'delta', index / 10, 0.1), {
      decoderConfig,
    })
  const soundConfig = {
    codec,
    sampleRate: SOUND_CLOCK,
    numberOfChannels: 2,
    description: Buffer.from(description, 'hex'),
  }
  for (let index = 0; index < SOUND_PACKETS; index += 1)
    await sound.add(new EncodedPacket(Buffer.from([index]), 'key', (index * 1024) / SOUND_CLOCK, 1024 / SOUND_CLOCK), {
      decoderConfig: soundConfig,
    })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer())
}

/** A null `from` is a pause; `rate` 1 is normal speed. */
type Part = { from: number | null; seconds: number; rate?: number }
export type Cut = { picture?: Part[]; sound?: Part[]; version?: 0 | 1; kind?: Sound }

const NO_SAMPLES = { stts: table(0, []), stsc: table(0, []), stsz: table(0, [], [0]), stco: table(0, []) }

/** Changes the tracks; the first is the video track. */
const withTracks = async (change: (content: Buffer, isPicture: boolean) => Buffer, kind?: Sound): Promise<Buffer> => {
  const film = await wholeFilm(kind)
  const index = findBox(film, { from: 0, end: film.length }, 'moov')
  if (!index) throw new Error('The film has no index')
  const boxes = [...boxesIn(film, index)]
  const picture = boxes.find(({ name }) => name === 'trak')
  const parts = boxes.map((part) => {
    const content = film.subarray(part.from, part.end)
    return box(part.name, part.name === 'trak' ? change(content, part === picture) : content)
  })
  return Buffer.concat([film.subarray(0, index.from - 8), box('moov', Buffer.concat(parts))])
}

export const filmWithEmptySound = () =>
  withTracks((content, isPicture) => (isPicture ? content : withBoxes(content, NO_SAMPLES)))

const entriesOf = (parts: Part[], clock: number): Entry[] =>
  parts.map(({ from, seconds, rate = 1 }) => ({
    duration: Math.round(seconds * CLOCK),
    mediaTime: from === null ? -1 : Math.round(from * clock),
    rate,
  }))

export const cutFilm = ({ picture, sound, version = 0, kind }: Cut): Promise<Buffer> =>
  withTracks((content, isPicture) => {
    const [parts, clock] = isPicture ? [picture, CLOCK] : [sound, SOUND_CLOCK]
    return parts ? Buffer.concat([content, box('edts', box('elst', elst(entriesOf(parts, clock), version)))]) : content
  }, kind)

const packetsOf = async (track: InputTrack) => {
  const packets: { mark: number; at: number }[] = []
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
    packets.push({ mark: data.at(-1) ?? -1, at: timestamp })
  return packets
}

/** Durations of edit list entries in seconds, by track. */
const listsOf = (film: Buffer): number[][] => {
  const index = findBox(film, { from: 0, end: film.length }, 'moov')
  const head = index && findBox(film, index, 'mvhd')
  if (!index || !head) throw new Error('The film has no index')
  const clock = film.readUInt32BE(head.from + 12)
  return [...boxesIn(film, index)].flatMap((track) => {
    const list = track.name === 'trak' && findBox(film, track, 'edts', 'elst')
    if (!list) return []
    const count = film.readUInt32BE(list.from + 4)
    return [Array.from({ length: count }, (_, i) => film.readUInt32BE(list.from + 8 + 12 * i) / clock)]
  })
}

const shownMarks = (packets: { mark: number; at: number }[], seconds: number) =>
  packets.filter(({ at }) => at > -1e-6 && at < seconds - 1e-6).map(({ mark }) => mark)

export const contentOf = async (film: Buffer) => {
  const input = inputOf(new Uint8Array(film))
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const frames = video ? await packetsOf(video) : []
  const sounds = audio ? await packetsOf(audio) : []
  const [pictureList = [], soundList = []] = listsOf(film)
  const length = pictureList.reduce((sum, seconds) => sum + seconds, 0)
  return {
    frames: frames.map(({ mark }) => mark),
    shown: shownMarks(frames, length).sort((a, b) => a - b),
    sounds: sounds.map(({ mark }) => mark),
    pictureList,
    soundList,
  }
}
