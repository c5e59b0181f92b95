import { AppError } from '../../../domain/errors.ts'

/** Offsets of a box's content (ISO 14496-12 §4.2); `end` is exclusive. */
export type Box = { name: string; from: number; end: number }

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

export const findBox = (film: Buffer, parent: Omit<Box, 'name'>, ...path: string[]): Box | undefined => {
  const [name, ...rest] = path
  for (const box of boxesIn(film, parent)) {
    if (box.name === name) return rest.length > 0 ? findBox(film, box, ...rest) : box
  }
  return undefined
}

/** Returns the timescale in ticks per second. */
export const readTimescale = (film: Buffer, { from }: Box) => {
  const at = from + (film.readUInt8(from) === 1 ? 20 : 12)
  return { at, timescale: film.readUInt32BE(at) }
}

const ENTRIES = { always: 1000, perSecond: 1000 }
/** Maximum for all tracks together: a 13-minute video with sound, copied in two seconds. */
const SAMPLES = 60_000
/** Maximum number of tracks. Cameras write up to eight. */
const TRACKS = 20
/** Maximum number of boxes. A fragmented video has about six per fragment. */
const BOXES = 50_000
/** Maximum per track. Finding a packet requires adding up the sample sizes of its chunk. */
const ADDITIONS = 100_000_000

const CONTAINERS = [
  ...['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'udta', 'ilst', 'mvex'],
  ...['moof', 'traf', 'mfra', 'sinf', 'schi', 'wave'],
]
const TABLES: Readonly<Record<string, number>> = {
  ...{ stts: 4, ctts: 4, stsc: 4, stco: 4, co64: 4, stss: 4, elst: 4, stsd: 4, trun: 4 },
  ...{ stsz: 8, stz2: 8, tfra: 12, keys: 4 },
}

type Track = { timescale: number; duration: number; largestChunk: number; entries: Map<string, number> }
type Walk = { film: Buffer; totals: { boxes: number; samples: number; tracks: number }; track: Track }

const newTrack = (): Track => ({ timescale: 0, duration: 0, largestChunk: 0, entries: new Map() })
const refuse = (): never => {
  throw new AppError('unreadable_media', 'The video cannot be read: its index is too large for its length')
}

const addEntries = ({ entries }: Track, name: string, count: number) => {
  const sum = (entries.get(name) ?? 0) + count
  if (sum > SAMPLES) refuse()
  entries.set(name, sum)
}

/** Counts the samples of a run-length table, in which a few entries can declare billions of samples. */
const addRuns = ({ film, track }: Walk, { name, from }: Box, count: number) => {
  for (let at = from + 8; at < from + 8 + 8 * count; at += 8)
    addEntries(track, `samples of ${name}`, film.readUInt32BE(at))
}

const addChunks = ({ film, track }: Walk, { from }: Box, count: number) => {
  for (let at = from + 12; at < from + 8 + 12 * count; at += 12)
    track.largestChunk = Math.max(track.largestChunk, film.readUInt32BE(at))
}

const addTable = (walk: Walk, box: Box) => {
  const count = walk.film.readUInt32BE(box.from + (TABLES[box.name] ?? 0))
  addEntries(walk.track, box.name, count)
  if (box.name === 'stts' || box.name === 'ctts') addRuns(walk, box, count)
  if (box.name === 'stsc') addChunks(walk, box, count)
}

const readLength = ({ film, track }: Walk, { from }: Box) => {
  const isLong = film.readUInt8(from) === 1
  track.timescale = film.readUInt32BE(from + (isLong ? 20 : 12))
  track.duration = isLong ? Number(film.readBigUInt64BE(from + 24)) : film.readUInt32BE(from + 16)
}

const checkTrack = ({ totals, track: { timescale, duration, largestChunk, entries } }: Walk) => {
  const seconds = timescale > 0 ? duration / timescale : 0
  const samples = Math.max(0, ...entries.values())
  totals.samples += samples
  if (totals.samples > SAMPLES || samples * largestChunk > ADDITIONS) refuse()
  if (samples > ENTRIES.always + ENTRIES.perSecond * seconds) refuse()
}

const visit = (walk: Walk, box: Box) => {
  if (box.name in TABLES) return addTable(walk, box)
  if (box.name === 'mdhd') return readLength(walk, box)
  // MPEG-4's meta box starts with a version field, unlike QuickTime's.
  if (box.name === 'meta')
    return visitBoxes(walk, { ...box, from: box.from + (walk.film.readUInt32BE(box.from) ? 0 : 4) })
  if (!CONTAINERS.includes(box.name)) return
  if (box.name !== 'trak') return visitBoxes(walk, box)
  walk.totals.tracks += 1
  if (walk.totals.tracks > TRACKS) throw new AppError('too_large', `A video has at most ${TRACKS} tracks`)
  const inTrack = { ...walk, track: newTrack() }
  visitBoxes(inTrack, box)
  checkTrack(inTrack)
}

const visitBoxes = (walk: Walk, parent: Omit<Box, 'name'>) => {
  for (const box of boxesIn(walk.film, parent)) {
    walk.totals.boxes += 1
    if (walk.totals.boxes > BOXES) refuse()
    visit(walk, box)
  }
}

/**
 * Rejects videos whose parsing would take too long (ISO 14496-12 §8.6 to §8.8).
 * @throws AppError `unreadable_media`; RangeError
 */
export const checkTables = (film: Buffer): void =>
  visitBoxes({ film, totals: { boxes: 0, samples: 0, tracks: 0 }, track: newTrack() }, { from: 0, end: film.length })
