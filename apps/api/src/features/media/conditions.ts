import type { IncomingHttpHeaders } from 'node:http'
import type { ByteRange, StoredObject } from '../../storage/storage.ts'

/** Whether a list of entity tags (RFC 9110 §8.8.3) names this one, compared weakly. */
const names = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Whether the caller's copy is still good (RFC 9110 §13.1.2, §13.1.3). */
export const isUnchanged = (headers: IncomingHttpHeaders, object: StoredObject): boolean => {
  const tags = headers['if-none-match']
  if (tags !== undefined) return names(tags, object.etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(object.lastModified.getTime() / 1000) * 1000 <= since
}

/** Whether `If-Range`, when there, still holds (RFC 9110 §13.1.5): the exact tag or the exact date. */
const rangeHolds = (headers: IncomingHttpHeaders, object: StoredObject): boolean => {
  const condition = headers['if-range']
  if (condition === undefined) return true
  return condition === object.etag || condition === object.lastModified.toUTCString()
}

/**
 * The part that is asked for: a range, `all`, or `none` when the object has no such part (416). Anything that is not one
 * well-formed range is ignored, as RFC 9110 §14.2 allows: many ranges would multiply the bytes.
 */
export const rangeOf = (headers: IncomingHttpHeaders, object: StoredObject): ByteRange | 'all' | 'none' => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers.range?.trim() ?? '')
  if (!match || !rangeHolds(headers, object)) return 'all'
  const [, first = '', last = ''] = match
  const end = object.size - 1
  if (first === '') {
    if (last === '') return 'all'
    return Number(last) === 0 || object.size === 0 ? 'none' : { start: Math.max(0, object.size - Number(last)), end }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'all'
  return start > end ? 'none' : { start, end: last === '' ? end : Math.min(Number(last), end) }
}
