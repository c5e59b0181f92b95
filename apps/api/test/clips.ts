import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
  type Rotation,
} from 'mediabunny'

/** What a phone would add: who, where, and free data inside the picture itself. */
export const SECRETS = { title: 'SPYPHONE', place: '+48.1371+011.5754/', free: 'SERIAL-4711' }

/** Small films without sound: `phone` has 96 x 64 pixels and 1 s, `wide` 192 x 108 and `tall` 96 x 160 and 2 s. */
export const filmFile = (name: 'phone' | 'wide' | 'tall') => readFile(join(import.meta.dirname, 'films', `${name}.mp4`))

const inputOf = (bytes: Uint8Array) => new Input({ source: new BufferSource(bytes), formats: [MP4] })

const videoOf = async (input: Input) => {
  const video = await input.getPrimaryVideoTrack()
  if (!video) throw new Error('The film has no picture')
  return video
}

/** A SEI unit with a message of free data behind its four bytes of length (H.264 §D.1.6). */
const freeData = () => {
  const text = Buffer.from(SECRETS.free)
  const unit = Buffer.concat([Buffer.from([6, 5, 16 + text.length]), Buffer.alloc(16, 1), text, Buffer.from([0x80])])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(unit.length)
  return Buffer.concat([length, unit])
}

/** A film of 96 x 64 pixels and ten frames, as a phone would write it; `rotation` as it was held, `start` in seconds. */
export const phoneClip = async (rotation: Rotation = 0, start = 0): Promise<Buffer> => {
  const video = await videoOf(inputOf(await filmFile('phone')))
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

/** What a player finds in a film. */
export const playerViewOf = async (bytes: Buffer) => {
  const input = inputOf(new Uint8Array(bytes))
  const tracks = await input.getTracks()
  const video = await videoOf(input)
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
