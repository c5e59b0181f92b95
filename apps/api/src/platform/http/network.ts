import { createHmac, hkdfSync } from 'node:crypto'
import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/** Matches addresses as some proxies write them: `[2001:db8::1]:443`, `192.0.2.1:443` and `fe80::1%eth0`. */
const DECORATED_ADDRESS = /^\[([^\]]*)\](?::\d*)?$|^([\d.]+):\d*$|^([^%]+)%.*$/

const MAPPED = /^::ffff:(?=\d+\.)/

/** Returns the canonical address without port, brackets and zone, or undefined if the text is not an address. */
export const addressIn = (text: string): string | undefined => {
  const given = text.trim()
  const [, bracketed, withPort, withZone] = DECORATED_ADDRESS.exec(given) ?? []
  const bare = bracketed ?? withPort ?? withZone ?? given
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare) || bare.includes('%')) return undefined
  return new SocketAddress({ address: bare, family: 'ipv6' }).address.replace(MAPPED, '')
}

const expandGroups = (address: string, count: number) => {
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].slice(0, count).join(':')
}

/** Groups callers by network: /24 for IPv4, /48 for IPv6. */
export const getPrefix = (text: string): string | undefined => {
  const address = addressIn(text)
  if (address === undefined) return undefined
  return isIPv4(address) ? `${address.slice(0, address.lastIndexOf('.'))}.0/24` : `${expandGroups(address, 3)}::/48`
}

/** Groups IPv6 addresses by /64, which belongs to a single customer. Invalid addresses share a key. */
export const getNetwork = (text: string): string => {
  const address = addressIn(text)
  if (address === undefined) return 'unknown'
  if (isIPv4(address)) return address
  return `${expandGroups(address, 4)}::/64`
}

/** Bytes. */
const [KEY, HASH] = [32, 16]

/** Keyed hash of the /24 or /48, to find voters in the same network (docs/decisions/032). */
export const networkHash = (secret: string, address: string | undefined): Buffer | null => {
  const prefix = getPrefix(address ?? '')
  if (prefix === undefined) return null
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'hotvote network of a session', KEY))
  return createHmac('sha256', key).update(prefix).digest().subarray(0, HASH)
}
