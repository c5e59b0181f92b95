import type { Readable } from 'node:stream'
import { AppError } from '../domain/errors.ts'
import { EXPORTS, isExportKey, isKey } from '../domain/media-keys.ts'
import type { CopyResult } from './copy-object.ts'

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

/**
 * `foreign` lists all objects, whatever they are called: special files and links are none. A page has at most `limit`
 * objects, and may have fewer before the end.
 */
export type Query = {
  prefix: string
  cursor?: string | null
  limit?: number
  foreign?: boolean
}

/** Exports are in the list of their own prefix only. */
export const isListed = (key: string, { prefix, foreign = false }: Query): boolean =>
  isExportKey(key) ? prefix === EXPORTS : foreign || isKey(key)

/**
 * Where the files of media live. Objects are written once and never changed, so a reader sees all of one or nothing.
 * Every method throws AppError `unavailable` when the store does not work, and RangeError on a key that is not ours.
 */
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
  /**
   * Copies any listed object, also a foreign one, to a new file; gives up after more than `limit` bytes.
   * @throws AppError `unavailable`; RangeError on a key that leads out of the store
   */
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
