import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type Rotation,
} from 'mediabunny'

const CONTAINERS = ['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl']

export const box = (name: string, content: Buffer) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + content.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}

/** An ISO 14496-12 table: version and flags, `own` numbers, count and repeated entries. */
export const table = (entries: number, entry: number[], own: number[] = []) => {
  const head = Buffer.alloc(8 + 4 * own.length)
  for (const [index, number] of [...own, entries].entries()) head.writeUInt32BE(number, 4 + 4 * index)
  const one = Buffer.alloc(4 * entry.length)
  for (const [index, number] of entry.entries()) one.writeUInt32BE(number, 4 * index)
  return Buffer.concat([head, Buffer.alloc(one.length * entries, one)])
}

/** ISO 14496-12 §8.6.6. */
export type Entry = { duration: number; mediaTime: number; rate: number }

/** Version 1 has 64-bit numbers. */
export const elst = (entries: Entry[], version: 0 | 1) => {
  const head = Buffer.alloc(8)
  head.writeUInt8(version)
  head.writeUInt32BE(entries.length, 4)
  const rows = entries.map(({ duration, mediaTime, rate }) => {
    const row = Buffer.alloc(version ? 20 : 12)
    if (version) {
      row.writeBigUInt64BE(BigInt(duration))
      row.writeBigInt64BE(BigInt(mediaTime), 8)
    } else {
      row.writeUInt32BE(duration)
      row.writeInt32BE(mediaTime, 4)
    }
    row.writeInt32BE(rate * 65_536, row.length - 4)
    return row
  })
  return Buffer.concat([head, ...rows])
}

/** Replaces the content of boxes; adds missing ones to the sample table. */
export const withBoxes = (film: Buffer, contents: Record<string, Buffer>): Buffer => {
  const parts: Buffer[] = []
  const present = new Set<string>()
  for (let at = 0; at < film.length; at += film.readUInt32BE(at)) {
    const name = film.toString('latin1', at + 4, at + 8)
    const content = film.subarray(at + 8, at + film.readUInt32BE(at))
    present.add(name)
    parts.push(box(name, contents[name] ?? (CONTAINERS.includes(name) ? withBoxes(content, contents) : content)))
  }
  const missing = present.has('stts') ? Object.entries(contents).filter(([name]) => !present.has(name)) : []
  return Buffer.concat([...parts, ...missing.map(([name, content]) => box(name, content))])
}

/** Personal metadata that a phone might write. */
export const SECRETS = { title: 'SPYPHONE', place: '+48.1371+011.5754/', free: 'SERIAL-4711' }

/** Silent: `phone` (96 x 64 px, 1 s), `wide` (192 x 108 px, 2 s) and `tall` (96 x 160 px, 2 s). */
export const filmFile = (name: 'phone' | 'wide' | 'tall') => readFile(join(import.meta.dirname, 'films', `${name}.mp4`))

const getInput = (bytes: Uint8Array) => new Input({ source: new BufferSource(bytes), formats: [MP4] })

const getVideo = async (input: Input) => {
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new Error('The film has no picture')
  return video
}

/** A SEI unit with free data after `before` (H.264 §D.1.6, H.265 §D.2.7). */
const freeUnit = (head: number[], before: number[] = []) => {
  const text = Buffer.from(SECRETS.free)
  const message = Buffer.concat([Buffer.from([5, 16 + text.length]), Buffer.alloc(16, 1), text])
  return Buffer.concat([Buffer.from([...head, ...before]), message, Buffer.from([0x80])])
}
/** A timing message of eight bytes with emulation prevention bytes (H.264 §7.4.1, H.265 §7.4.2). */
const ESCAPED_TIMING = [1, 8, 0, 0, 3, 0, 0, 3, 0, 0, 0x10, 0x40]
const freeUnits = (head: number[]) => [freeUnit(head), freeUnit(head, ESCAPED_TIMING)]
const withLength = (unit: Uint8Array, bytes = 4) => {
  const length = Buffer.alloc(bytes)
  length.writeUIntBE(unit.length, 0, bytes)
  return Buffer.concat([length, unit])
}
const freeData = () => Buffer.concat(freeUnits([6]).map((unit) => withLength(unit)))

/** 96 x 64 px and ten frames, like a phone's film; `start` is in seconds. */
export const phoneClip = async (rotation: Rotation = 0, start = 0): Promise<Buffer> => {
  const video = await getVideo(getInput(await filmFile('phone')))
  const decoderConfig = (await video.getDecoderConfig()) ?? undefined
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { rotation, name: SECRETS.title })
  output.setMetadataTags({ title: SECRETS.title, raw: { '©xyz': SECRETS.place } })
  await output.start()
  for await (const { data, type, timestamp, duration } of new EncodedPacketSink(video).packets()) {
    const packet = new EncodedPacket(Buffer.concat([freeData(), data]), type, start + timestamp, duration)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer())
}

/** 20 ms of silence. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])
const SILENCE_SECONDS = 0.02
/** Opus header (RFC 7845 §5.1). */
const OPUS_HEAD = Buffer.concat([Buffer.from('OpusHead'), Buffer.from([1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0])])

/** A film of two seconds. */
export const filmWithSound = async (name: 'wide' | 'tall'): Promise<Buffer> => {
  const video = await getVideo(getInput(await filmFile(name)))
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const [picture, sound] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource('opus')]
  output.addVideoTrack(picture)
  output.addAudioTrack(sound)
  await output.start()
  const decoderConfig = (await video.getDecoderConfig()) ?? undefined
  for await (const packet of new EncodedPacketSink(video).packets()) await picture.add(packet, { decoderConfig })
  const opus = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1, description: OPUS_HEAD }
  for (let seconds = 0; seconds < 2; seconds += SILENCE_SECONDS)
    await sound.add(new EncodedPacket(SILENCE, 'key', seconds, SILENCE_SECONDS), { decoderConfig: opus })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer())
}

type Film = { codec: 'avc' | 'hevc'; config: VideoDecoderConfig; samples: Buffer[] }

/** Ten frames per second. */
const getFilm = async ({ codec, config, samples }: Film) => {
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source)
  await output.start()
  for (const [i, data] of samples.entries())
    await source.add(new EncodedPacket(data, 'key', i / 10, 0.1), { decoderConfig: config })
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer())
}

/** Decoder settings (ISO 14496-15 §8.3.3) with these units, followed by `rest`. */
const hevcRecord = (units: Buffer[], rest: string) =>
  Buffer.concat([
    Buffer.from('0101600000009000000000001ef000fcfdf8f800000f', 'hex'),
    Buffer.from([units.length]),
    ...units.map((unit) => Buffer.concat([Buffer.from([(unit[0] ?? 0) >> 1, 0, 1]), withLength(unit, 2)])),
    Buffer.from(rest),
  ])

/** Dummy data that no test decodes. */
export const HEVC = { settings: Buffer.from('4001FACE', 'hex'), frame: Buffer.from('2601C0FFEE', 'hex') }

export const hevcClip = () => {
  const units = freeUnits([39 << 1, 1])
  const description = hevcRecord([HEVC.settings, ...units], SECRETS.free)
  const config = { codec: 'hev1.1.6.L30.90', codedWidth: 96, codedHeight: 64, description }
  const samples = [1, 2].map(() => Buffer.concat([...units, HEVC.frame].map((unit) => withLength(unit))))
  return getFilm({ codec: 'hevc', config, samples })
}

const avcUnits = (record: Buffer) => {
  const length = record.readUInt16BE(6)
  const second = 9 + length
  return [record.subarray(8, 8 + length), record.subarray(second + 2, second + 2 + record.readUInt16BE(second))]
}

/** Uses start codes and in-band decoder settings, as in broadcasts. */
export const broadcastClip = async () => {
  const video = await getVideo(getInput(await filmFile('phone')))
  const config = await video.getDecoderConfig()
  if (!config) throw new Error('The film has no settings')
  const units = [...avcUnits(Buffer.from(config.description as Uint8Array)), freeUnit([6])].map((unit) =>
    withLength(unit),
  )
  const first = await new EncodedPacketSink(video).getFirstPacket()
  const sample = Buffer.concat([...units, first?.data ?? Buffer.alloc(0)])
  const bytes = await getFilm({ codec: 'avc', config, samples: [sample] })
  const at = bytes.indexOf(sample)
  for (let offset = 0; offset < sample.length; offset += 4 + sample.readUInt32BE(offset))
    bytes.writeUInt32BE(1, at + offset)
  const box = bytes.indexOf('avcC') - 4
  bytes.writeUInt32BE(bytes.readUInt32BE(box) - 8, box + 8)
  bytes.write('free', box + 12)
  bytes.writeUInt32BE(8, box)
  return bytes
}

export const getPlayerView = async (bytes: Buffer) => {
  const input = getInput(new Uint8Array(bytes))
  const tracks = await input.getTracks()
  const video = await getVideo(input)
  const samples: Uint8Array[] = []
  for await (const packet of new EncodedPacketSink(video).packets()) samples.push(packet.data)
  return {
    tracks: tracks.map(({ type }) => type),
    codec: await video.getCodec(),
    rotation: await video.getRotation(),
    size: [await video.getDisplayWidth(), await video.getDisplayHeight()],
    duration: await input.computeDuration(),
    tags: await input.getMetadataTags(),
    samples,
  }
}
