import { isIPv4, isIPv6 } from 'node:net'

/** `[2001:db8::1]:443` and `192.0.2.1:443`, as some proxies write a caller down, and `fe80::1%eth0`. */
const AROUND = /^\[([^\]]*)\](?::\d*)?$|^([\d.]+):\d*$|^([^%]+)%.*$/

/** An IPv4 address in IPv6 form, as the URL parser writes it. */
const MAPPED = /^::ffff:([\da-f]+):([\da-f]+)$/

const dotted = (high: string, low: string) =>
  [high, low].flatMap((part) => [Number.parseInt(part, 16) >> 8, Number.parseInt(part, 16) & 255]).join('.')

/** The one spelling of an IP address, whatever stands around it (port, brackets, zone); undefined where it is none. */
export const addressIn = (text: string): string | undefined => {
  const given = text.trim()
  const [, bracketed, withPort, withZone] = AROUND.exec(given) ?? []
  const bare = bracketed ?? withPort ?? withZone ?? given
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare) || bare.includes('%')) return undefined
  const address = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const [, high, low] = MAPPED.exec(address) ?? []
  return high !== undefined && low !== undefined ? dotted(high, low) : address
}

/**
 * The key of limits by address: a /64 of IPv6 is one, as it belongs to one customer. Everything that is no address is
 * one, too.
 */
export const networkOf = (text: string): string => {
  const address = addressIn(text)
  if (address === undefined) return 'unknown'
  if (isIPv4(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
