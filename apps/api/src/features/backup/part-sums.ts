import { createHash, type Hash } from 'node:crypto'
import { dirname } from 'node:path'
import type { Part } from './manifest.ts'

/** A table with all its entries, the secrets, or all files of media. */
const partOf = (entry: string) => (entry.startsWith('media/') ? 'media' : dirname(entry))

/** Sums up the parts of an archive while it is written or read. */
export const createPartSums = () => {
  const sums = new Map<string, Omit<Part, 'sha256'> & { hash: Hash }>()
  return {
    /** @returns what takes the bytes of this entry */
    begin({ name, size }: { name: string; size: number }) {
      const part = partOf(name)
      const sum = sums.get(part) ?? { name: part, entries: 0, bytes: 0, hash: createHash('sha256') }
      sums.set(part, sum)
      sum.entries++
      sum.bytes += size
      sum.hash.update(`${name}\0${size}\0`)
      return (chunk: Uint8Array) => {
        sum.hash.update(chunk)
      }
    },
    end: (): Part[] => [...sums.values()].map(({ hash, ...sum }) => ({ ...sum, sha256: hash.digest('hex') })),
  }
}
