import { open, readFile } from 'node:fs/promises'
import type { Plan } from './edit-lists.ts'
import { type Box, boxesIn, findBox, readTimescale } from './mp4-boxes.ts'

/** Ticks a second of a film's own clock, at least. */
const MOVIE_CLOCK = 57_600

const makeBox = (name: string, ...parts: Buffer[]): Buffer => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(parts.reduce((sum, { length }) => sum + length, 8))
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, ...parts])
}

/** Rounds down, so that a hidden frame at the very end of an edit stays hidden. */
const toMovieTicks = (ticks: number, track: Plan, clock: number) => Math.floor((ticks * clock) / track.clock)

const durationOf = (track: Plan, clock: number) =>
  track.edits.reduce((sum, { length }) => sum + toMovieTicks(length, track, clock), 0)

const makeEditList = (track: Plan, mediaClock: number, clock: number): Buffer => {
  const list = Buffer.alloc(8 + 12 * track.edits.length)
  list.writeUInt32BE(track.edits.length, 4)
  for (const [index, { from, length }] of track.edits.entries()) {
    const at = 8 + 12 * index
    list.writeUInt32BE(toMovieTicks(length, track, clock), at)
    list.writeInt32BE(from === null ? -1 : Math.round(((from - track.first) * mediaClock) / track.clock), at + 4)
    list.writeUInt32BE(0x1_0000, at + 8)
  }
  return makeBox('edts', makeBox('elst', list))
}

const wholeBox = (film: Buffer, { from, end }: Box) => Buffer.from(film.subarray(from - 8, end))

const withDuration = (film: Buffer, head: Box, duration: number): Buffer => {
  if (film.readUInt8(head.from) !== 0) throw new Error('The film is too long')
  const bytes = wholeBox(film, head)
  bytes.writeUInt32BE(duration, 8 + (head.name === 'tkhd' ? 20 : 16))
  return bytes
}

const rewriteTrack = (film: Buffer, box: Box, { track, clock }: { track: Plan; clock: number }): Buffer => {
  const media = findBox(film, box, 'mdia', 'mdhd')
  if (!media) throw new Error('A written track has no clock')
  const edits = makeEditList(track, readTimescale(film, media).timescale, clock)
  const parts = [...boxesIn(film, box)].flatMap((part) => {
    if (part.name === 'edts') return []
    return part.name === 'tkhd' ? [withDuration(film, part, durationOf(track, clock)), edits] : [wholeBox(film, part)]
  })
  return makeBox('trak', ...parts)
}

const rewriteIndex = (film: Buffer, index: Box, tracks: Plan[]): Buffer => {
  const pictureClock = tracks[0]?.clock ?? MOVIE_CLOCK
  const clock = pictureClock * Math.ceil(MOVIE_CLOCK / pictureClock)
  const left = [...tracks]
  const parts = [...boxesIn(film, index)].map((part) => {
    const track = part.name === 'trak' ? left.shift() : undefined
    if (track) return rewriteTrack(film, part, { track, clock })
    if (part.name !== 'mvhd') return wholeBox(film, part)
    const head = withDuration(film, part, Math.max(...tracks.map((each) => durationOf(each, clock))))
    head.writeUInt32BE(clock, 8 + 12)
    return head
  })
  return makeBox('moov', ...parts)
}

/**
 * Gives a film that we wrote the edits of its tracks, in the order of the tracks. The library that writes films knows only
 * where a track starts. The index grows into the empty space behind it.
 */
export async function writeEdits(path: string, tracks: Plan[]): Promise<void> {
  const film = await readFile(path)
  const whole = { from: 0, end: film.length }
  const [index, space] = [findBox(film, whole, 'moov'), findBox(film, whole, 'free')]
  if (!index || space?.from !== index.end + 8) throw new Error('A written film has no space behind its index')
  const rewritten = rewriteIndex(film, index, tracks)
  const rest = space.end - (index.from - 8) - rewritten.length - 8
  const handle = await open(path, 'r+')
  try {
    const head = Buffer.concat([rewritten, makeBox('free', Buffer.alloc(rest))])
    await handle.write(head, 0, head.length, index.from - 8)
  } finally {
    await handle.close()
  }
}
