import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny'
import { type Clip, encodeH264 } from './h264.ts'

/**
 * A fast-start mp4 of one picture that sways, without sound. `seconds` and `fps` give the number of frames, `sway` the
 * movement in pixels; the file is little larger than the picture's raw samples (1.5 bytes a pixel).
 * Throws RangeError on a picture that H.264 level 3.1 cannot carry.
 */
export async function drawnMp4(clip: Clip): Promise<Buffer> {
  const { codec, description, frames } = encodeH264(clip)
  const { width, height } = clip.picture
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate: clip.fps })
  await output.start()
  const decoderConfig = {
    codec,
    description,
    codedWidth: width,
    codedHeight: height,
    colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
  } as const
  for (const [i, data] of frames.entries()) {
    const packet = new EncodedPacket(data, i === 0 ? 'key' : 'delta', i / clip.fps, 1 / clip.fps)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('The muxer finished without a file')
  return Buffer.from(target.buffer)
}
