import { describe, expect, it } from 'vitest'
import { box, filmFile, table, withBoxes } from '../../../../test/make/clips.ts'
import { checkTables } from './mp4-boxes.ts'

/** One second, ten samples. */
const film = await filmFile('phone')
const MILLION = 1_000_000
const refusal = expect.objectContaining({ code: 'unreadable_media' })
const fragment = (count: number) => box('moof', box('traf', box('trun', table(count, []))))

describe('the index of a film', () => {
  it.each(['phone', 'wide', 'tall'] as const)('may have the entries that its length needs (%s)', async (name) =>
    expect(checkTables(await filmFile(name))).toBeUndefined(),
  )

  it('may have a thousand samples in one second', () => {
    const tables = { stts: table(1000, [1, 10]), stsz: table(1000, [8], [0]), stco: table(1000, [900]) }
    expect(checkTables(withBoxes(film, tables))).toBeUndefined()
  })

  it.each([
    ['stts', table(MILLION, [1, 1])],
    ['ctts', table(MILLION, [1, 1])],
    ['stsc', table(MILLION, [1, 1, 1])],
    ['stsz', table(MILLION, [1], [0])],
    ['stco', table(MILLION, [900])],
    ['co64', table(MILLION, [0, 900])],
    ['stss', table(MILLION, [1])],
    ['elst', table(MILLION, [1, 0, 65_536])],
  ])('is refused with a million entries of %s', (name, content) =>
    expect(() => checkTables(withBoxes(film, { [name]: content }))).toThrow(refusal),
  )

  it('is refused with more entries than its length needs', () =>
    expect(() => checkTables(withBoxes(film, { stco: table(2001, [900]) }))).toThrow(refusal))

  it.each([
    ['samples of equal size', 'stsz', table(0, [], [1, 4_000_000_000]).subarray(0, 12)],
    ['samples of equal length', 'stts', table(1, [4_000_000_000, 1])],
    ['samples that are shown later', 'ctts', table(1, [4_000_000_000, 1])],
    ['samples in one chunk', 'stsc', table(1, [1, 4_000_000_000, 1])],
  ])('is refused when one entry promises billions of %s', (_what, name, content) =>
    expect(() => checkTables(withBoxes(film, { [name]: content }))).toThrow(refusal),
  )

  it.each([
    ['one fragment', fragment(4_000_000_000)],
    ['many fragments', Buffer.concat(Array.from({ length: 200 }, () => fragment(1000)))],
    ['many empty boxes', Buffer.concat(Array.from({ length: 60_000 }, () => box('free', Buffer.alloc(0))))],
  ])('is refused with too much in %s', (_what, rest) =>
    expect(() => checkTables(Buffer.concat([film, rest]))).toThrow(refusal),
  )

  it('is refused with more samples than the site reads, even in a long film', () => {
    const mdhd = table(10_240, [], [0, 0])
    const long = Buffer.concat([mdhd, Buffer.from([0x7f, 0, 0, 0, 0, 0, 0, 0])])
    expect(checkTables(withBoxes(film, { mdhd: long, stco: table(50_000, [900]) }))).toBeUndefined()
    expect(() => checkTables(withBoxes(film, { mdhd: long, stco: table(60_001, [900]) }))).toThrow(refusal)
  })
})
