import { open } from 'node:fs/promises'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { splitIntoChunks } from '../../domain/chunks.ts'
import { AppError } from '../../domain/errors.ts'
import { EXPORTS, isExportKey, isKey } from '../../domain/media-keys.ts'

/** What is known of a stored object without reading it. `size` in bytes; `etag` is strong and quoted. */
export type StoredObject = { key: string; size: number; contentType: string; etag: string; lastModified: Date }

/** Bytes from `start` to `end`, both included, both inside the object. */
export type ByteRange = { start: number; end: number }

/** A small object is read into a buffer. A stream must be read to its end or destroyed: it holds a file or a socket. */
export type Content = { object: StoredObject; body: Buffer | Readable }

/** A row of `list`, in the order of keys as bytes. */
export type ListedObject = { key: string; size: number; lastModified: Date }
/** `cursor` continues the list; null at its end. */
export type Page = { objects: ListedObject[]; cursor: string | null }

/** `foreign` lists all objects, whatever their names; a page before the end may have fewer than `limit`. */
export type Query = {
  prefix: string
  cursor?: string | null
  limit?: number
  foreign?: boolean
}

/** Exports are in the list of their own prefix only. */
export const isListed = (key: string, { prefix, foreign = false }: Query): boolean =>
  isExportKey(key) ? prefix === EXPORTS : foreign || isKey(key)

/** Objects never change. Methods throw AppError `unavailable`, and RangeError on a key that is not ours. */
export type Storage = {
  /** Stores a copy of the file at `source`, of `size` bytes. When it returns, the object survives a crash. */
  put(key: string, source: string, size: number): Promise<void>
  /** Null when there is no such object. */
  read(key: string, range?: ByteRange): Promise<Content | null>
  /** Null when there is no such object. */
  head(key: string): Promise<StoredObject | null>
  /** Also succeeds when there is no such object. */
  delete(key: string): Promise<void>
  /** Objects whose key begins with `prefix`, page by page. */
  list(query: Query): Promise<Page>
  /** Copies any object to a new file, up to `limit` bytes. @throws AppError `unavailable`; RangeError */
  copy(key: string, target: { to: string; limit: number }): Promise<CopyResult>
  /** Succeeds when the store can be written. */
  ready(): Promise<void>
}

/** Bytes that an original of ours may have: re-encoding may make it larger than what was uploaded. */
export const ORIGINAL_MAX = 200 * 1024 * 1024

/** Bytes up to which an object is read at once instead of streamed: a broken connection of a bucket is then tried again. */
export const BUFFERED_MAX = 256 * 1024

/** Seconds that caches may keep a file: a removed item is gone from them within the hour. */
const MAX_AGE = 60 * 60
export const CACHE_CONTROL = `public, max-age=${MAX_AGE}`

/** Objects in one page of `list`. */
export const PAGE_SIZE = 1000

/** Turns a failure of the store into a 503; the log names its cause. */
export const storageUnavailable = (cause: unknown): AppError =>
  Object.assign(new AppError('unavailable', 'The media store does not answer.'), { cause })

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

/** All that a list holds, a page at a time; the next one is asked for when it is wanted. */
export async function* pagesOf(list: Storage['list'], query: Query): AsyncGenerator<ListedObject[]> {
  let cursor = query.cursor
  do {
    const page = await list({ ...query, cursor })
    yield page.objects
    cursor = page.cursor
  } while (cursor !== null)
}

/** Requests to the store at once. */
const AT_ONCE = 12

/** Looks up objects by their keys, as long as `signal` lets it; the answer has those that are there. */
export const headAll = async ({ head }: Pick<Storage, 'head'>, keys: string[], signal?: AbortSignal) => {
  const found = new Map<string, StoredObject>()
  for (const some of splitIntoChunks(keys, AT_ONCE)) {
    if (signal?.aborted) break
    for (const object of await Promise.all(some.map((key) => head(key)))) if (object) found.set(object.key, object)
  }
  return found
}

/** Makes the bytes of a file, or the names in a folder, durable. */
export const syncToDisk = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+').catch(() => open(path, 'r'))
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
