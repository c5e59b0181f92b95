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
