import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { sha256In, TRAILER_SIZE } from './archive-writer.ts'

/** Bytes. */
const READ_SIZE = 1024 * 1024

/** Thrown if a backup can't be restored, before anything has been changed. */
export class UnusableBackup extends Error {
  override name = 'UnusableBackup'
}

const trailerIn = async (file: string) => {
  const handle = await open(file, 'r').catch((failure: Error) => {
    throw new UnusableBackup(`${file} cannot be read: ${failure.message}`)
  })
  try {
    const { size } = await handle.stat()
    const block = Buffer.alloc(TRAILER_SIZE)
    await handle.read(block, 0, TRAILER_SIZE, Math.max(0, size - TRAILER_SIZE))
    return { length: size - TRAILER_SIZE, sha256: sha256In(block) }
  } catch (failure) {
    throw new UnusableBackup(`${file} cannot be read: ${(failure as Error).message}`)
  } finally {
    await handle.close()
  }
}

async function* hashed(chunks: AsyncIterable<Buffer>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

/** Read each body before requesting the next entry. @throws {UnusableBackup} if the file is damaged or not a backup */
export async function* readArchive(file: string): AsyncGenerator<ParsedTarEntry> {
  const { length, sha256 } = await trailerIn(file)
  if (!sha256) throw new UnusableBackup(`${file} is not a backup of HotVote, or only the beginning of one.`)
  const hash = createHash('sha256')
  const bytes = createReadStream(file, { end: length - 1, highWaterMark: READ_SIZE })
  try {
    for await (const entry of ReadableStream.from(hashed(bytes, hash)).pipeThrough(
      createTarDecoder({ strict: true }),
    )) {
      if (entry.header.type !== 'file') throw new Error(`${JSON.stringify(entry.header.name)} is not a file.`)
      yield entry
    }
  } catch (failure) {
    throw new UnusableBackup(`${file} is damaged: ${(failure as Error).message}`)
  } finally {
    bytes.destroy()
  }
  if (hash.digest('hex') !== sha256) throw new UnusableBackup(`${file} is damaged: its checksum is wrong.`)
}

export const skipBody = async ({ body }: ParsedTarEntry) => {
  for await (const _chunk of body);
}

export const readBody = async ({ header, body }: ParsedTarEntry, limit: number): Promise<Buffer> => {
  if (header.size > limit) throw new UnusableBackup(`${header.name} is larger than it can be`)
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}
