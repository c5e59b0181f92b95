import type { Readable } from 'node:stream'
import { ACCEPTED_TYPES, type AcceptedType } from '@hotvote/shared/limits'
import { AppError } from '../http/errors.ts'
import type { Copied } from './copy-object.ts'

/** What is known of a stored object without reading it. `size` in bytes; `etag` is strong and quoted. */
export type StoredObject = { key: string; size: number; contentType: AcceptedType; etag: string; lastModified: Date }

/** Bytes from `start` to `end`, both included, both inside the object. */
export type ByteRange = { start: number; end: number }

/** A small object comes whole. A stream must be read to its end or destroyed: it holds a file or a socket. */
export type Content = { object: StoredObject; body: Buffer | Readable }

/** A row of `list`, in the order of keys as bytes. */
export type Listed = { key: string; size: number; lastModified: Date }
/** `cursor` continues the list; null at its end. */
export type Page = { objects: Listed[]; cursor: string | null }

/**
 * `foreign` lists all objects, whatever they are called: special files and links are none. A page has at most `limit`
 * objects, and may have fewer before the end.
 */
export type Query = { prefix: string; cursor?: string | null; limit?: number; foreign?: boolean }

/**
 * Where the files of media live. Objects are written once and never changed, so a reader sees all of one or nothing.
 * Every method throws AppError `unavailable` when the store does not work, and RangeError on a key that is not ours.
 */
export type Storage = {
  /** Stores a copy of the file at `source`, of `size` bytes. When it returns, the object survives a crash. */
  put(key: string, source: string, facts: { contentType: AcceptedType; size: number }): Promise<void>
  /** Null when there is no such object. */
  read(key: string, range?: ByteRange): Promise<Content | null>
  /** Null when there is no such object. */
  head(key: string): Promise<StoredObject | null>
  /** Also succeeds when there is no such object. */
  delete(key: string): Promise<void>
  /** Objects whose key begins with `prefix`, page by page. */
  list(query: Query): Promise<Page>
  /**
   * Copies any object that `list` told, also a foreign one, to a new file; the byte after the first `limit` ends it.
   * @throws AppError `unavailable`; RangeError on a key that leads out of the store
   */
  copy(key: string, target: { to: string; limit: number }): Promise<Copied>
  /** Succeeds when the store can be written. */
  ready(): Promise<void>
}

/** Seconds that caches may keep a file, whoever serves it: a removed item is gone from them within a day. */
const MAX_AGE = 24 * 60 * 60
export const CACHE_CONTROL = `public, max-age=${MAX_AGE}`

/** Objects in one page of `list`. */
export const PAGE_SIZE = 1000

/** The only keys there are: no dots but the one before the extension, so no key leads out of the store. */
const KEY = /^(?:[a-z0-9_-]+\/)*[a-z0-9_-]+\.(jpg|png|gif|webp|mp4)$/
const KEY_MAX = 200

export const isKey = (key: string): boolean => key.length <= KEY_MAX && KEY.test(key)

/** @throws RangeError on a key that is not ours */
export const checkKey = (key: string): void => {
  if (!isKey(key)) throw new RangeError(`Not a storage key: ${JSON.stringify(key.slice(0, KEY_MAX))}`)
}

const extensions = Object.entries(ACCEPTED_TYPES) as [AcceptedType, readonly string[]][]

/** The type of an object stands in the extension of its key. */
export const contentTypeOf = (key: string): AcceptedType => {
  const found = extensions.find(([, endings]) => endings.some((ending) => key.endsWith(ending)))
  if (!found) throw new RangeError(`Not a storage key: ${JSON.stringify(key.slice(0, KEY_MAX))}`)
  return found[0]
}

/** The extension that keys of a type carry, with its dot. */
export const extensionOf = (type: AcceptedType): string => ACCEPTED_TYPES[type][0]

/** Turns a failure of the store into a 503; the log still tells its cause. */
export const storageUnavailable = (cause: unknown): AppError =>
  Object.assign(new AppError('unavailable', 'The media store does not answer.'), { cause })
