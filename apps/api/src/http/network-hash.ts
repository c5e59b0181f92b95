import { createHmac, hkdfSync } from 'node:crypto'
import { prefixOf } from './network.ts'

/** Bytes. */
const [KEY, HASH] = [32, 16]

/**
 * What is stored of where a visitor comes from, to tell that many come from one place: a hash, by a key made of the
 * site's secret, of the /24 or /48 that the address lies in. Never the address, and nothing of what is no address
 * (docs/decisions/032).
 */
export const networkHash = (secret: string, address: string | undefined): Buffer | null => {
  const prefix = prefixOf(address ?? '')
  if (prefix === undefined) return null
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'hotvote network of a session', KEY))
  return createHmac('sha256', key).update(prefix).digest().subarray(0, HASH)
}
