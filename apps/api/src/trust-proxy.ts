import { isIP } from 'node:net'

/** Whether Express takes a setting as "trust proxy". */
export const isTrustProxy = (value = 'off') =>
  /^(off|true|\d+)$/.test(value) ||
  value.split(',').every((part) => {
    const [address = '', bits] = part.trim().split('/')
    if (/^(loopback|linklocal|uniquelocal)$/.test(address)) return bits === undefined
    return (
      isIP(address) > 0 &&
      (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)))
    )
  })

/** The same as Express takes it: a number is one of hops. */
export const trustProxyOf = (value: string | undefined) => {
  if (value === undefined || value === 'off') return false
  if (value === 'true') return true
  return /^\d+$/.test(value) ? Number(value) : value
}
