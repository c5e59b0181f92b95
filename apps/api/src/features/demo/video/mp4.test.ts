import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import { describe, expect, it } from 'vitest'
import type { Raster } from '../drawing/raster.ts'
import type { Clip } from './h264.ts'
import { drawnMp4 } from './mp4.ts'

/** Reads what ITU-T H.264 §7.2 calls u(n), ue(v) and se(v), from a NAL unit with its emulation prevention taken out. */
class BitReader {
  readonly #bytes: Buffer
  #at = 8
  constructor(nal: Buffer) {
    this.#bytes = Buffer.from(nal.toString('hex').replace(/(?<=^(?:..)*)000003/g, '0000'), 'hex')
  }
  u(bits: number): number {
    let value = 0
    for (let i = 0; i < bits; i++, this.#at++)
      value = value * 2 + ((this.#bytes.readUInt8(this.#at >> 3) >> (7 - (this.#at & 7))) & 1)
    return value
  }
  ue(): number {
    let zeros = 0
    while (this.u(1) === 0) zeros += 1
    return 2 ** zeros - 1 + this.u(zeros)
  }
  se(): number {
    const code = this.ue()
    return code % 2 ? (code + 1) / 2 : 0 - code / 2
  }
  align(): void {
    this.#at = Math.ceil(this.#at / 8) * 8
  }
  /** Whether only rbsp_trailing_bits are left. */
  ended(): boolean {
    const last = this.#bytes.length * 8
    if (this.u(1) !== 1) return false
    this.align()
    return this.#at === last
  }
}

/** The NAL units of an access unit; their lengths must fill it exactly. */
const nalUnits = (data: Uint8Array): Buffer[] => {
  const unit = Buffer.from(data)
  const found: Buffer[] = []
  for (let at = 0; at < unit.length; ) {
    const end = at + 4 + unit.readUInt32BE(at)
    expect(end).toBeLessThanOrEqual(unit.length)
    found.push(unit.subarray(at + 4, end))
    at = end
  }
  return found
}

const picture = (width: number, height: number): Raster => ({
  width,
  height,
  rgb: Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 7 + Math.floor(i / (width * 3)) * 5) % 256),
})

const clip = (given: Partial<Clip> = {}): Clip => ({
  picture: picture(64, 48),
  seconds: 1,
  fps: 10,
  sway: () => 0,
  ...given,
})

const open = async (given: Clip) => {
  const bytes = await drawnMp4(given)
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('No video track')
  const packets = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  return { bytes, track, packets, duration: await input.computeDuration() }
}

/** Everything before the macroblocks of one slice. */
const sliceHeader = (nal: Buffer) => {
  const bits = new BitReader(nal)
  const idr = (nal.readUInt8(0) & 31) === 5
  const header = {
    firstMacroblock: bits.ue(),
    type: bits.ue(),
    pps: bits.ue(),
    frameNum: bits.u(4),
    idrPicId: idr ? bits.ue() : undefined,
    pictureOrder: bits.u(16),
    flags: bits.u(2),
    qpDelta: bits.se(),
    deblocking: bits.ue(),
  }
  return { header, bits }
}

/** The horizontal vectors of the 8-line bands of one row, in quarters of a pixel. */
const vectorsOf = (nal: Buffer, columns: number): [number, number] => {
  const { bits } = sliceHeader(nal)
  const run = bits.ue()
  if (run === columns) {
    expect(bits.ended()).toBe(true)
    return [0, 0]
  }
  let vectors: [number, number] = [0, 0]
  for (let column = 0; column < columns; column++) {
    if (column > 0) expect(bits.ue()).toBe(0)
    expect(bits.ue()).toBe(1)
    const [upper, upperY, lower, lowerY, pattern] = [bits.se(), bits.se(), bits.se(), bits.se(), bits.ue()]
    expect([upperY, lowerY, pattern]).toEqual([0, 0, 0])
    if (column === 0) vectors = [upper, upper + lower]
    else expect([upper, lower]).toEqual([0, 0])
  }
  expect(bits.ended()).toBe(true)
  return vectors
}

describe('the container', () => {
  it('has the size, codec, length and frame rate that were asked for', async () => {
    const { track, packets, duration } = await open(clip({ picture: picture(150, 98), seconds: 1.5, fps: 12 }))
    expect([track.codedWidth, track.codedHeight]).toEqual([150, 98])
    expect(await track.getCodecParameterString()).toBe('avc1.42c01f')
    expect(packets).toHaveLength(18)
    expect(duration).toBeCloseTo(1.5, 3)
    expect(packets.map(({ type }) => type)).toEqual(['key', ...Array.from({ length: 17 }, () => 'delta')])
    for (const [i, packet] of packets.entries()) expect(packet.timestamp).toBeCloseTo(i / 12, 3)
  })

  it('can be played before it is loaded: its index comes first', async () => {
    const { bytes } = await open(clip())
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(bytes.indexOf('moov')).toBeGreaterThan(0)
  })

  it('is the same file every time', async () => {
    expect((await drawnMp4(clip())).equals(await drawnMp4(clip()))).toBe(true)
  })
})

describe('the parameter sets', () => {
  it('say the profile, the size in macroblocks and what to crop', async () => {
    const { track } = await open(clip({ picture: picture(150, 98) }))
    const description = Buffer.from((await track.getDecoderConfig())?.description as Uint8Array)
    expect([...description.subarray(0, 6)]).toEqual([1, 66, 0xc0, 31, 0xff, 0xe1])
    const bits = new BitReader(description.subarray(8, 8 + description.readUInt16BE(6)))
    expect([bits.u(8), bits.u(8), bits.u(8)]).toEqual([66, 0xc0, 31])
    const [id, frameNum, orderType, orderBits, references] = [bits.ue(), bits.ue(), bits.ue(), bits.ue(), bits.ue()]
    expect([id, frameNum, orderType, orderBits, references, bits.u(1)]).toEqual([0, 0, 0, 12, 1, 0])
    expect([bits.ue(), bits.ue()]).toEqual([9, 6])
    expect([bits.u(3), bits.ue(), bits.ue(), bits.ue(), bits.ue()]).toEqual([0b111, 0, 5, 0, 7])
  })
})

describe('the frames', () => {
  it('start with the picture itself, row by row', async () => {
    const { packets } = await open(clip())
    const rows = nalUnits(packets[0]?.data ?? new Uint8Array())
    expect(rows.map((nal) => nal.readUInt8(0))).toEqual([0x65, 0x65, 0x65])
    for (const [row, nal] of rows.entries()) {
      const { header, bits } = sliceHeader(nal)
      expect(header).toMatchObject({ firstMacroblock: row * 4, type: 7, frameNum: 0, pictureOrder: 0, deblocking: 1 })
      for (let column = 0; column < 4; column++) {
        expect(bits.ue()).toBe(25)
        bits.align()
        const samples = Array.from({ length: 384 }, () => bits.u(8))
        expect(Math.min(...samples)).toBeGreaterThanOrEqual(16)
        expect(Math.max(...samples)).toBeLessThanOrEqual(240)
      }
      expect(bits.ended()).toBe(true)
    }
  })

  it('keep colours: white, black and the primaries in BT.709', async () => {
    const bands = [255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]
    const rgb = Uint8Array.from({ length: 80 * 16 * 3 }, (_, i) => bands[Math.floor((i % 240) / 48) * 3 + (i % 3)] ?? 0)
    const { packets } = await open(clip({ picture: { width: 80, height: 16, rgb }, seconds: 0.1 }))
    const [nal = Buffer.alloc(0)] = nalUnits(packets[0]?.data ?? new Uint8Array())
    const { bits } = sliceHeader(nal)
    const seen = Array.from({ length: 5 }, () => {
      bits.ue()
      bits.align()
      const samples = Array.from({ length: 384 }, () => bits.u(8))
      return [samples[0], samples[256], samples[320]]
    })
    expect(seen).toEqual([
      [235, 128, 128],
      [16, 128, 128],
      [63, 102, 240],
      [173, 42, 26],
      [32, 240, 118],
    ])
  })

  it('then move it sideways in bands of 8 lines, to a quarter of a pixel', async () => {
    const { packets } = await open(clip({ sway: (seconds, line) => (line < 16 ? 0 : seconds * 10 + line / 32) }))
    for (const [frame, packet] of packets.entries()) {
      if (frame === 0) continue
      const rows = nalUnits(packet.data)
      expect(rows.map((nal) => nal.readUInt8(0))).toEqual([1, 1, 1])
      for (const [row, nal] of rows.entries()) {
        const { header } = sliceHeader(nal)
        expect(header).toMatchObject({ firstMacroblock: row * 4, type: 5, frameNum: 1, pictureOrder: 2 * frame })
      }
      const bands = rows.flatMap((nal) => vectorsOf(nal, 4))
      expect(bands).toEqual([0, 0, -4 * frame - 2, -4 * frame - 3, -4 * frame - 4, -4 * frame - 5])
    }
  })

  it('cost little more than the picture', async () => {
    const { bytes } = await open(clip({ picture: picture(320, 240), seconds: 3, fps: 24, sway: (seconds) => seconds }))
    expect(bytes.length).toBeLessThan(1.6 * 1.5 * 320 * 240)
  })
})

describe('a picture that cannot be encoded', () => {
  it.each([
    ['an odd side', picture(33, 32)],
    ['more than level 3.1 allows', picture(1280, 736)],
  ])('is refused: %s', async (_, odd) => {
    await expect(drawnMp4(clip({ picture: odd }))).rejects.toThrow(RangeError)
  })
})
