import { isFreeData, type NalCodec } from './nal-units.ts'

/** Takes the next bytes. */
type Read = (count: number) => Buffer

const readerOf = (record: Uint8Array): Read => {
  const bytes = Buffer.from(record.buffer, record.byteOffset, record.byteLength)
  let offset = 0
  return (count) => {
    if (offset + count > bytes.length) throw new Error('The decoder configuration is too short')
    offset += count
    return bytes.subarray(offset - count, offset)
  }
}

/** The next units, but for those with free data. */
const unitsOf = (codec: NalCodec, read: Read, count: number) =>
  Array.from({ length: count }, () => read(read(2).readUInt16BE())).filter((unit) => !isFreeData(codec, unit))

const twoBytes = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const withLengths = (units: Buffer[]) => units.flatMap((unit) => [twoBytes(unit.length), unit])

/** Profiles whose records end with their units. */
const AVC_SHORT = [66, 77, 88]
/** Bytes in front of the first units, and of those that longer records have behind them. */
const AVC_HEAD = 5
const AVC_DEPTHS = 3
/** The bits of the first count, in whose byte others are set. */
const AVC_COUNT = 0x1f

const avcUnits = (read: Read, mask = 0xff) => {
  const count = read(1).readUInt8()
  const units = unitsOf('avc', read, count & mask)
  return [Buffer.from([(count & ~mask) | units.length]), ...withLengths(units)]
}

/** What cannot be read is something else. */
const avcExtension = (read: Read) => {
  try {
    return [read(AVC_DEPTHS), ...avcUnits(read)]
  } catch {
    return []
  }
}

const avcRecord = (read: Read) => {
  const head = read(AVC_HEAD)
  const parts = [head, ...avcUnits(read, AVC_COUNT), ...avcUnits(read)]
  return Buffer.concat(AVC_SHORT.includes(head.readUInt8(1)) ? parts : [...parts, ...avcExtension(read)])
}

const HEVC_HEAD = 22

const hevcRecord = (read: Read) => {
  const head = read(HEVC_HEAD)
  const lists = Array.from({ length: read(1).readUInt8() }, () => {
    const [kind, count] = [read(1), read(2).readUInt16BE()]
    return { kind, units: unitsOf('hevc', read, count) }
  }).filter(({ units }) => units.length > 0)
  const written = lists.flatMap(({ kind, units }) => [kind, twoBytes(units.length), ...withLengths(units)])
  return Buffer.concat([head, Buffer.from([lists.length]), ...written])
}

/**
 * The settings of a decoder (ISO 14496-15 §5.3.3, §8.3.3) without free data, and without whatever stands behind them.
 * @throws when they end too soon
 */
export const cleanRecord = (codec: NalCodec, record: Uint8Array): Buffer =>
  (codec === 'avc' ? avcRecord : hevcRecord)(readerOf(record))
