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
import { describe, expect, it } from 'vitest'
import { expectError, quickVisitor } from '../../../test/app/call.ts'
import { testApp } from '../../../test/app/test-app.ts'
import { box, type Entry, elst, filmFile, table, withBoxes } from '../../../test/make/clips.ts'
import { expectNoTrace, filePart, storedFile, upload } from '../../../test/make/upload.ts'
import { boxesIn, findBox } from '../../platform/decoder/film/mp4-boxes.ts'

/** Ticks per second. */
const CLOCK = 57_600
const SOUND_CLOCK = 48_000
/** Ten frames per second for two seconds; a key frame every five, with reordered frames. */
const ORDER = [0, 5, 10, 15].flatMap((key) => [0, 3, 1, 2, 4].map((offset) => key + offset))
const SOUND_PACKETS = 94

const frame = (index: number) => Buffer.from([0, 0, 0, 2, index % 5 === 0 ? 0x65 : 0x41, index])

const getInput = (bytes: Uint8Array) => new Input({ source: new BufferSource(bytes), formats: [MP4] })

const pictureConfig = async () => {
  const video = await getInput(await filmFile('phone')).getPrimaryVideoTrack()
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
type Sound = keyof typeof SOUNDS

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
type Cut = { picture?: Part[]; sound?: Part[]; version?: 0 | 1; kind?: Sound }

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

const filmWithEmptySound = () =>
  withTracks((content, isPicture) => (isPicture ? content : withBoxes(content, NO_SAMPLES)))

const listEntries = (parts: Part[], clock: number): Entry[] =>
  parts.map(({ from, seconds, rate = 1 }) => ({
    duration: Math.round(seconds * CLOCK),
    mediaTime: from === null ? -1 : Math.round(from * clock),
    rate,
  }))

const cutFilm = ({ picture, sound, version = 0, kind }: Cut): Promise<Buffer> =>
  withTracks((content, isPicture) => {
    const [parts, clock] = isPicture ? [picture, CLOCK] : [sound, SOUND_CLOCK]
    return parts
      ? Buffer.concat([content, box('edts', box('elst', elst(listEntries(parts, clock), version)))])
      : content
  }, kind)

const getPackets = async (track: InputTrack) => {
  const packets: { mark: number; at: number }[] = []
  for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
    packets.push({ mark: data.at(-1) ?? -1, at: timestamp })
  return packets
}

/** Durations of edit list entries in seconds, by track. */
const getLists = (film: Buffer): number[][] => {
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

const getContent = async (film: Buffer) => {
  const input = getInput(new Uint8Array(film))
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const frames = video ? await getPackets(video) : []
  const sounds = audio ? await getPackets(audio) : []
  const [pictureList = [], soundList = []] = getLists(film)
  const length = pictureList.reduce((sum, seconds) => sum + seconds, 0)
  return {
    frames: frames.map(({ mark }) => mark),
    shown: shownMarks(frames, length).sort((a, b) => a - b),
    sounds: sounds.map(({ mark }) => mark),
    pictureList,
    soundList,
  }
}

const app = await testApp()
const visitor = await quickVisitor(app)

const send = async (cut: Cut) => upload(app, visitor, filePart(await cutFilm(cut), 'film.mp4', 'video/mp4'))
const publish = async (cut: Cut) => {
  const { status, body, text } = await send(cut)
  expect(status, text).toBe(201)
  const content = getContent(await storedFile(app, body.url))
  return { ...(await content), hasSound: body.hasSound }
}
/** Codecs whose decoder needs all earlier packets for each packet. */
const MADE_OF_EARLIER: Sound[] = [
  'Opus',
  'HE-AAC',
  'HE-AAC, called AAC-LC for older decoders',
  'HE-AAC, called AAC-LC of half the rate',
]
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i)

describe('the frames of a published film', () => {
  const one = (from: number, seconds: number) => [{ from, seconds }]
  it.each<[string, Cut, { frames: number[]; shown: number[]; duration: number }]>([
    ['without edits', {}, { frames: range(0, 20), shown: range(0, 20), duration: 2 }],
    ['cut at the end', { picture: one(0, 1) }, { frames: range(0, 10), shown: range(0, 10), duration: 1 }],
    [
      'cut at the end, with a hidden frame that two others need',
      { picture: one(0, 0.7) },
      { frames: [...range(0, 7), 8], shown: range(0, 7), duration: 0.7 },
    ],
    [
      'cut at the start at a key frame',
      { picture: one(1, 1) },
      { frames: range(10, 20), shown: range(10, 20), duration: 1 },
    ],
    [
      'cut at the start between key frames',
      { picture: one(1.2, 0.8) },
      { frames: range(10, 20), shown: range(12, 20), duration: 0.8 },
    ],
    [
      'cut at both ends by long entries',
      { picture: one(0.6, 0.4), version: 1 },
      { frames: range(5, 10), shown: range(6, 10), duration: 0.4 },
    ],
    [
      'with edits beyond its end',
      { picture: one(1.5, 9) },
      { frames: range(15, 20), shown: range(15, 20), duration: 0.5 },
    ],
    [
      'with a pause in front',
      { picture: [{ from: null, seconds: 0.5 }, ...one(0, 1)] },
      { frames: range(0, 10), shown: range(0, 10), duration: 1.5 },
    ],
    [
      'whose last edit has no length',
      { picture: one(1.5, 0) },
      { frames: range(15, 20), shown: range(15, 20), duration: 0.5 },
    ],
  ])('are kept as far as decoding needs them: %s', async (_what, cut, { frames, shown, duration }) => {
    const published = await publish(cut)
    expect(published.frames.sort((a, b) => a - b)).toEqual(frames)
    expect(published.shown).toEqual(shown)
    expect(published.pictureList.reduce((sum, seconds) => sum + seconds)).toBeCloseTo(duration, 4)
  })

  it('keep the order of swapped halves', async () => {
    const { frames, pictureList } = await publish({ picture: [...one(1, 1), ...one(0, 1)] })
    expect(frames).toHaveLength(20)
    expect(pictureList).toEqual([1, 1])
  })
})

describe('the sound of a published film', () => {
  const packet = 1024 / 48_000
  it('starts one packet before the first audible packet', async () => {
    const { sounds, soundList, frames } = await publish({ sound: [{ from: 40.5 * packet, seconds: 10 * packet }] })
    expect(sounds).toEqual(range(39, 51))
    expect(soundList[0]).toBeCloseTo(10 * packet, 4)
    expect(frames).toHaveLength(20)
  })

  it('keeps the usual priming of an encoder', async () => {
    const { sounds, hasSound } = await publish({ sound: [{ from: packet, seconds: 1 }] })
    expect(sounds).toEqual(range(0, 48))
    expect(hasSound).toBe(true)
  })

  it.each([...MADE_OF_EARLIER])('keeps the priming of %s', async (kind) => {
    const { sounds } = await publish({ kind, sound: [{ from: 2.5 * packet, seconds: 1 }] })
    expect(sounds).toEqual(range(0, 50))
  })

  it('is removed when its track is empty', async () => {
    const { status, body, text } = await upload(app, visitor, filePart(await filmWithEmptySound(), 'film.mp4'))
    expect(status, text).toBe(201)
    expect(await getContent(await storedFile(app, body.url))).toMatchObject({ shown: range(0, 20), sounds: [] })
    expect(body.hasSound).toBe(false)
  })

  it('is removed when no edit plays it', async () => {
    expect(await publish({ sound: [{ from: 30, seconds: 1 }] })).toMatchObject({ sounds: [], hasSound: false })
  })
})

describe('uploading an unusual cut', () => {
  const second = { from: 1, seconds: 0.5 }
  it.each<[string, Cut]>([
    [
      'that loses its middle',
      {
        picture: [
          { from: 0, seconds: 0.5 },
          { from: 1.5, seconds: 0.5 },
        ],
      },
    ],
    ['of parts that start between key frames', { picture: [{ from: 0.2, seconds: 0.8 }, second] }],
    ['with a pause between two parts', { picture: [{ from: 0.5, seconds: 0.5 }, { from: null, seconds: 1 }, second] }],
    ['at double speed', { picture: [{ ...second, rate: 2 }] }],
    ['with a still', { picture: [{ ...second, rate: 0 }] }],
    ['whose sound is slower', { sound: [{ ...second, rate: 0.5 }] }],
    ...MADE_OF_EARLIER.map((kind): [string, Cut] => [`whose ${kind} starts later`, { kind, sound: [second] }]),
    ['with a hundred edits', { picture: Array.from({ length: 100 }, () => second) }],
  ])('refuses a film %s, with advice', async (_what, cut) =>
    expectNoTrace(app, async () => {
      const answer = await send(cut)
      expectError(answer, 415, 'unsupported_type')
      expect(answer.text).toContain('Export it again and upload the export.')
    }),
  )

  it('refuses a film that shows nothing', async () =>
    expectNoTrace(app, async () => {
      expectError(await send({ picture: [{ from: 30, seconds: 1 }] }), 400, 'unreadable_media')
    }))
})
