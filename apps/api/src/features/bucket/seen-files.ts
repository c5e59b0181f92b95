import type { Variant } from '../../domain/media-keys.ts'

const CHUNK = 65_536
const BIT = { original: 1, display: 2, thumb: 4, medium: 8, small: 16, share: 32 } as const satisfies Record<
  Variant,
  number
>

/** Which files of which items a scan has seen, with a byte for each item: for millions of them. */
export const createSeenFiles = () => {
  const chunks = new Map<number, Uint8Array>()
  const readBits = (mediaId: number) => chunks.get(Math.floor(mediaId / CHUNK))?.[mediaId % CHUNK] ?? 0
  return {
    add: (mediaId: number, variant: Variant) => {
      const number = Math.floor(mediaId / CHUNK)
      const chunk = chunks.get(number) ?? new Uint8Array(CHUNK)
      chunks.set(number, chunk)
      chunk[mediaId % CHUNK] = readBits(mediaId) | BIT[variant]
    },
    has: (mediaId: number, variant: Variant) => (readBits(mediaId) & BIT[variant]) !== 0,
  }
}
export type SeenFiles = ReturnType<typeof createSeenFiles>
