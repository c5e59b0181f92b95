import { open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** The outcome of copying an object: all of it, more than was allowed, or nothing, because it is gone or refused. */
export type CopyResult = 'complete' | 'too large' | 'gone' | 'unreadable'

class TooLarge extends Error {}

/** Writes a body to a new file at `path`; the byte after the first `limit` ends it. Throws when either side fails. */
export const copyBody = async (body: Buffer | Readable, path: string, limit: number): Promise<CopyResult> => {
  let size = 0
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > limit ? new TooLarge() : null, chunk)
    },
  })
  const source = Buffer.isBuffer(body) ? Readable.from([body]) : body
  try {
    const file = await open(path, 'w')
    await pipeline(source, measure, file.createWriteStream())
    return 'complete'
  } catch (failure) {
    source.destroy()
    if (failure instanceof TooLarge) return 'too large'
    throw failure
  }
}
