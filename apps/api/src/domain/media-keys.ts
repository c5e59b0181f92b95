const CROCKFORD = '0123456789abcdefghjkmnpqrstvwxyz'

/** Folder of the copies that an import makes of foreign files, and a time before all uploads. */
const COPIES = `1970/01/${'0'.repeat(10)}`

/** 16 characters that stand for the bytes of a file. `sha256` in hex. */
export const contentOf = (sha256: string): string =>
  [...Buffer.from(sha256, 'hex').subarray(0, 16)].map((byte) => CROCKFORD[byte % 32]).join('')

/**
 * What the keys of the cleaned copy of a foreign file begin with: its content and no time, so that the copy is found
 * again when all rows are gone.
 */
export const stemOfContent = (content: string): string => COPIES + content

/** All contents that an item was made of: an imported one that came back after a reset knows the first by its keys only. */
export const contentsOf = (sha256: string, keys: string[]): string[] => {
  const copied = keys.find((key) => key.startsWith(COPIES))
  return [contentOf(sha256), ...(copied ? [copied.slice(COPIES.length, COPIES.length + 16)] : [])]
}
