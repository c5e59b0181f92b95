import { join, sep } from 'node:path'

/** A byte that is no UTF-8 stands in a key as `\xHH`; so does the backslash of a name that looks like that. */
const ESCAPED = /(\\x(?:[89A-F][0-9A-F]|5C))/
const hex = (code: number) => `\\x${code.toString(16).toUpperCase().padStart(2, '0')}`

/** The name of a file or folder as a part of a key: disks allow any bytes. */
export const textOf = (name: Buffer): string => {
  const text = name.toString()
  if (Buffer.from(text).equals(name)) return text.replace(/\\(?=x[0-9A-F]{2})/g, hex(0x5c))
  return name.toString('latin1').replace(/[\x80-\xff]|\\(?=x[0-9A-F]{2})/g, (byte) => hex(byte.charCodeAt(0)))
}

const bytesOf = (key: string): Buffer =>
  Buffer.concat(
    key.split(ESCAPED).map((part, index) => (index % 2 ? Buffer.from(part.slice(2), 'hex') : Buffer.from(part))),
  )

/** Folders of the store's own, which hold no objects. */
const isHidden = (key: string) => key.startsWith('.incoming/')

/**
 * Where the object with any key lies under `root`, as bytes.
 * @throws RangeError on a key that leads somewhere else
 */
export const foreignPath = (root: string, key: string): Buffer => {
  const parts = key.split('/')
  const leadsOut = parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\0'))
  if (leadsOut || isHidden(key) || (sep === '\\' && /[\\:]/.test(key))) throw new RangeError('Not a key of this store')
  return Buffer.concat([Buffer.from(join(root, sep)), bytesOf(key)])
}
