import type { Variant } from '../../domain/media-keys.ts'

const CHUNK = 65_536
const BIT = { original: 1, display: 2, thumb: 4, medium: 8, small: 16 } as const satisfies Record<Variant, number>

/** A number for each item, 0 at first, with as few bytes an item as its kind of array has: for millions of them. */
export const numbersOfItems = (NumberArray: typeof Uint8Array | typeof Float64Array) => {
  const chunks = new Map<number, Uint8Array | Float64Array>()
  return {
    get: (mediaId: number) => chunks.get(Math.floor(mediaId / CHUNK))?.[mediaId % CHUNK] ?? 0,
    set: (mediaId: number, value: number) => {
      const number = Math.floor(mediaId / CHUNK)
      const chunk = chunks.get(number) ?? new NumberArray(CHUNK)
      chunks.set(number, chunk)
      chunk[mediaId % CHUNK] = value
    },
  }
}

/** Which files of which items a scan has seen. */
export const createSeenFiles = () => {
  const bits = numbersOfItems(Uint8Array)
  return {
    add: (mediaId: number, variant: Variant) => bits.set(mediaId, bits.get(mediaId) | BIT[variant]),
    has: (mediaId: number, variant: Variant) => (bits.get(mediaId) & BIT[variant]) !== 0,
  }
}
export type SeenFiles = ReturnType<typeof createSeenFiles>
