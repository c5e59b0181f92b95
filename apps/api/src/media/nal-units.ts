/**
 * H.264 and H.265 samples are rows of units, each behind its length. Cameras write free data into some of them (message 5
 * of a SEI unit): encoder settings, but also serial numbers and, in some cars, the place. No decoder needs them.
 */
export type NalCodec = 'avc' | 'hevc'

const USER_DATA_UNREGISTERED = 5

/** Bytes of the length in front of each unit, by the decoder configuration record (ISO 14496-15). */
export function nalLengthSize(codec: NalCodec, record: Uint8Array): number {
  const byte = record[codec === 'avc' ? 4 : 21]
  if (byte === undefined) throw new Error('The decoder configuration is too short')
  return (byte & 3) + 1
}

/** A unit without its escapes: each 3 behind two zeros, which no size in it counts (H.264 §7.4.1, H.265 §7.4.2). */
function withoutEscapes(unit: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(unit.length)
  let length = 0
  let zeros = 0
  for (const byte of unit) {
    if (byte !== 3 || zeros < 2) {
      bytes[length] = byte
      length += 1
    }
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return bytes.subarray(0, length)
}

/** Reads a SEI number: any count of 255 and a last byte. */
function readSum(bytes: Uint8Array, from: number): { value: number; next: number } {
  let offset = from
  let value = 0
  while (bytes[offset] === 255) {
    value += 255
    offset += 1
  }
  return { value: value + (bytes[offset] ?? 0), next: offset + 1 }
}

function carriesFreeData(unit: Uint8Array, headerSize: number): boolean {
  const bytes = withoutEscapes(unit)
  let offset = headerSize
  // The last byte ends the unit; a message needs at least a type and a size before it.
  while (offset + 2 < bytes.length) {
    const type = readSum(bytes, offset)
    if (type.value === USER_DATA_UNREGISTERED) return true
    const size = readSum(bytes, type.next)
    offset = size.next + size.value
  }
  return false
}

/** Whether a unit has free data in it. */
export function isFreeData(codec: NalCodec, unit: Uint8Array): boolean {
  const first = unit[0] ?? 0
  if (codec === 'avc') return (first & 0x1f) === 6 && carriesFreeData(unit, 1)
  const type = (first >> 1) & 0x3f
  return (type === 39 || type === 40) && carriesFreeData(unit, 2)
}

/**
 * The same sample without free data; the very same bytes when there is none.
 * @throws when the units do not fill the sample exactly.
 */
export function withoutFreeData(codec: NalCodec, lengthSize: number, sample: Uint8Array): Uint8Array {
  const view = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength)
  const remaining: Uint8Array[] = []
  let offset = 0
  let dropped = false
  while (offset < view.length) {
    const end =
      offset + lengthSize <= view.length ? offset + lengthSize + view.readUIntBE(offset, lengthSize) : Number.NaN
    if (!(end <= view.length)) throw new Error('A sample ends inside a unit')
    if (isFreeData(codec, view.subarray(offset + lengthSize, end))) dropped = true
    else remaining.push(view.subarray(offset, end))
    offset = end
  }
  return dropped ? Buffer.concat(remaining) : sample
}
