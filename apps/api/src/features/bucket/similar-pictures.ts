import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { NEAR, STRUCTURE } from '../../domain/perceptual-hash.ts'

/** One more than `NEAR`: of so many parts, two hashes that are near share at least one. */
const BANDS = 5
const BAND_BITS = 13
/** A hash is compared with so many others that share a part, at most: some parts are very common. */
const WINDOW = 512
/** Pairs of one search at most; a collection with more is searched again when these are gone. */
const MAX_PAIRS = 500_000
/** Hashes after which the event loop gets its turn. */
const YIELD_EVERY = 5000

/** Each hash once: its two halves, how often it comes, and where it stands in `sorted` first. */
type Hashes = { high: Uint32Array; low: Uint32Array; counts: Uint32Array; firsts: Uint32Array; sorted: BigInt64Array }

/** Each hash once, in order. */
const distinct = async (all: BigInt64Array): Promise<Hashes> => {
  const sorted = all.slice().sort()
  // Halves are numbers, which are quicker to compare than the whole.
  const words = new Uint32Array(sorted.buffer)
  const firsts: number[] = []
  for (let index = 0; index < sorted.length; index++) {
    if (index % YIELD_EVERY === 0) await yieldToOthers()
    if (index === 0 || words[2 * index] !== words[2 * index - 2] || words[2 * index + 1] !== words[2 * index - 1])
      firsts.push(index)
  }
  const half = (offset: 0 | 1) => Uint32Array.from(firsts, (index) => words[2 * index + offset] ?? 0)
  const counts = Uint32Array.from(firsts, (index, n) => (firsts[n + 1] ?? sorted.length) - index)
  return { low: half(0), high: half(1), counts, firsts: Uint32Array.from(firsts), sorted }
}

const bitsOf = (word: number) => {
  let left = word - ((word >>> 1) & 0x5555_5555)
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333)
  return (((left + (left >>> 4)) & 0x0f0f_0f0f) * 0x0101_0101) >>> 24
}

/** 13 bits of the 64, or 12 for the last part. */
const bandOf = (high: number, low: number, band: number) => {
  const shift = band * BAND_BITS
  const bits = shift < 32 ? (low >>> shift) | (shift > 0 ? high << (32 - shift) : 0) : high >>> (shift - 32)
  return bits & (2 ** BAND_BITS - 1)
}

/** Numbers of the hashes by the value of one of their parts; those with the same value keep their order. */
const sortedBy = ({ high, low }: Hashes, band: number) => {
  const ends = new Uint32Array(2 ** BAND_BITS + 1)
  for (let n = 0; n < high.length; n++) {
    const value = bandOf(high[n] ?? 0, low[n] ?? 0, band) + 1
    ends[value] = (ends[value] ?? 0) + 1
  }
  for (let value = 1; value < ends.length; value++) ends[value] = (ends[value] ?? 0) + (ends[value - 1] ?? 0)
  const order = new Uint32Array(high.length)
  for (let n = 0; n < high.length; n++) {
    const value = bandOf(high[n] ?? 0, low[n] ?? 0, band)
    const place = ends[value] ?? 0
    order[place] = n
    ends[value] = place + 1
  }
  // Now each entry is where the values of its part end.
  return { order, ends }
}

const distance = ({ high, low }: Hashes, a: number, b: number) =>
  bitsOf((high[a] ?? 0) ^ (high[b] ?? 0)) + bitsOf((low[a] ?? 0) ^ (low[b] ?? 0))

/** For each hash those that are near to it. */
const neighbours = async (hashes: Hashes, signal: AbortSignal) => {
  const near = new Map<number, Set<number>>()
  const link = (a: number, b: number) => near.set(a, (near.get(a) ?? new Set()).add(b))
  const hasStructure = (n: number) => bitsOf(hashes.high[n] ?? 0) + bitsOf(hashes.low[n] ?? 0) >= STRUCTURE
  let pairs = 0
  for (let band = 0; band < BANDS; band++) {
    const { order, ends } = sortedBy(hashes, band)
    for (let index = 0; index < order.length && pairs < MAX_PAIRS; index++) {
      if (index % YIELD_EVERY === 0) await yieldToOthers()
      if (signal.aborted) return near
      const a = order[index] ?? 0
      if (!hasStructure(a)) continue
      const end = Math.min(ends[bandOf(hashes.high[a] ?? 0, hashes.low[a] ?? 0, band)] ?? 0, index + WINDOW)
      for (let other = index + 1; other < end; other++) {
        const b = order[other] ?? 0
        if (distance(hashes, a, b) > NEAR || !hasStructure(b)) continue
        link(a, b)
        link(b, a)
        pairs++
      }
    }
  }
  return near
}

/**
 * Groups of hashes that are equal or differ in a few bits: each group is everything near its first one, so that no chain
 * of small steps joins pictures that look different. Hashes that stand alone are left out; the largest group comes first.
 */
export const similarGroups = async (all: BigInt64Array, signal: AbortSignal): Promise<bigint[][]> => {
  const hashes = await distinct(all)
  const near = await neighbours(hashes, signal)
  const taken = new Uint8Array(hashes.counts.length)
  const groups: { hashes: bigint[]; size: number }[] = []
  for (let n = 0; n < taken.length; n++) {
    if (taken[n]) continue
    const members = [n, ...(near.get(n) ?? [])].filter((member) => !taken[member])
    const size = members.reduce((sum, member) => sum + (hashes.counts[member] ?? 0), 0)
    if (size < 2) continue
    for (const member of members) taken[member] = 1
    groups.push({ hashes: members.map((member) => hashes.sorted[hashes.firsts[member] ?? 0] ?? 0n), size })
  }
  return groups.sort((a, b) => b.size - a.size).map((group) => group.hashes)
}
