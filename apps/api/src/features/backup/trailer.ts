/** Bytes of the block behind the archive, where programs that read tar have stopped already. */
export const TRAILER_SIZE = 512

const FORM = /^hotvote-backup sha256 ([0-9a-f]{64})\n\0+$/

/** `sha256`: of everything before it. */
export const trailerOf = (sha256: string) => {
  const block = Buffer.alloc(TRAILER_SIZE)
  block.write(`hotvote-backup sha256 ${sha256}\n`)
  return block
}

/** Undefined when this is no such block. */
export const sha256In = (block: Buffer): string | undefined => FORM.exec(block.toString('latin1'))?.[1]
