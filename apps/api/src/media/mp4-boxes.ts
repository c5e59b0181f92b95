/** A box of a film (ISO 14496-12 §4.2): its content lies from `from` up to `end`. */
export type Box = { name: string; from: number; end: number }

/** Boxes that follow each other; they end as a parser sees them, which may be beyond their container. */
export function* boxesIn(film: Buffer, { from, end }: Omit<Box, 'name'>): Generator<Box> {
  for (let at = from; at + 8 <= end; ) {
    const isLong = film.readUInt32BE(at) === 1
    const size = isLong ? Number(film.readBigUInt64BE(at + 8)) : film.readUInt32BE(at)
    const head = isLong ? 16 : 8
    if (size < head) return
    yield {
      name: film.toString('latin1', at + 4, at + 8),
      from: at + head,
      end: Math.min(at + size, film.length),
    }
    at += size
  }
}

/** The box at the end of a path of names; undefined when one of them is missing. */
export const findBox = (film: Buffer, parent: Omit<Box, 'name'>, ...path: string[]): Box | undefined => {
  const [name, ...rest] = path
  for (const box of boxesIn(film, parent)) {
    if (box.name === name) return rest.length > 0 ? findBox(film, box, ...rest) : box
  }
  return undefined
}

/** The clock of a `mvhd` or `mdhd` box, ticks a second, and its place in the file. */
export const readTimescale = (film: Buffer, { from }: Box) => {
  const at = from + (film.readUInt8(from) === 1 ? 20 : 12)
  return { at, timescale: film.readUInt32BE(at) }
}
