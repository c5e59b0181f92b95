import { open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { splitIntoChunks } from '../../domain/chunks.ts'
import { AppError } from '../../domain/errors.ts'
import { EXPORTS, isExportKey, isKey } from '../../domain/media-keys.ts'

/** `size` is in bytes; `etag` is strong and quoted. */
export type StoredObject = { key: string; size: number; contentType: string; etag: string; lastModified: Date }

/** Both ends are inclusive and within the object. */
export type ByteRange = { start: number; end: number }

/** Small objects are buffers. Streams must be read or destroyed, or a file or socket leaks. */
export type Content = { object: StoredObject; body: Buffer | Readable }

/** Lists are sorted by key, in byte order. */
export type ListedObject = { key: string; size: number; lastModified: Date }
/** `cursor` continues the list; null at its end. */
export type Page = { objects: ListedObject[]; cursor: string | null }

/** `anyName` also lists objects with foreign names. A page may have fewer than `limit` objects and still not be the last. */
export type Query = {
  prefix: string
  cursor?: string | null
  limit?: number
  anyName?: boolean
}

/** Exports appear only in lists with their own prefix. */
export const isListed = (key: string, { prefix, anyName = false }: Query): boolean =>
  isExportKey(key) ? prefix === EXPORTS : anyName || isKey(key)

/** Objects are immutable. Methods throw AppError `unavailable`, or RangeError for an invalid key. */
export type Storage = {
  /** Copies the file `source` of `size` bytes. The object is durable when the promise resolves. */
  put(key: string, source: string, size: number): Promise<void>
  /** Null if there is no such object. */
  read(key: string, range?: ByteRange): Promise<Content | null>
  /** Null if there is no such object. */
  head(key: string): Promise<StoredObject | null>
  /** Also succeeds if there is no such object. */
  delete(key: string): Promise<void>
  list(query: Query): Promise<Page>
  /** Copies an object with any name to a new file, up to `limit` bytes. @throws AppError `unavailable`; RangeError */
  copy(key: string, target: { to: string; limit: number }): Promise<CopyResult>
  /** Rejects unless the store is writable. */
  ready(): Promise<void>
}

/** Bytes. A re-encoded original may be larger than the upload. */
export const ORIGINAL_MAX = 200 * 1024 * 1024

/** Bytes. Smaller objects are buffered, so reading can be retried after a lost connection. */
export const BUFFERED_MAX = 256 * 1024

/** Seconds: caches drop removed items within an hour. */
const MAX_AGE = 60 * 60
export const CACHE_CONTROL = `public, max-age=${MAX_AGE}`

export const PAGE_SIZE = 1000

export const storageUnavailable = (cause: unknown): AppError =>
  Object.assign(new AppError('unavailable', 'The media store does not answer.'), { cause })

/** `gone` is a missing object, `unreadable` a refused one. */
export type CopyResult = 'complete' | 'too large' | 'gone' | 'unreadable'

class TooLarge extends Error {}

/** Copies up to `limit` bytes to a file. Throws if reading or writing fails. */
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

export async function* pagesOf(list: Storage['list'], query: Query): AsyncGenerator<ListedObject[]> {
  let cursor = query.cursor
  do {
    const page = await list({ ...query, cursor })
    yield page.objects
    cursor = page.cursor
  } while (cursor !== null)
}

const AT_ONCE = 12

/** Returns the objects that exist. Stops when `signal` aborts. */
export const headAll = async ({ head }: Pick<Storage, 'head'>, keys: string[], signal?: AbortSignal) => {
  const found = new Map<string, StoredObject>()
  for (const some of splitIntoChunks(keys, AT_ONCE)) {
    if (signal?.aborted) break
    for (const object of await Promise.all(some.map((key) => head(key)))) if (object) found.set(object.key, object)
  }
  return found
}

export const syncToDisk = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+').catch(() => open(path, 'r'))
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
