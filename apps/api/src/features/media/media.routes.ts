import type { IncomingHttpHeaders } from 'node:http'
import { deleteMedia, mediaFile } from '@hotvote/shared/visitor/media'
import { and, eq, or, sql } from 'drizzle-orm'
import { type Request, type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { noSuchFile } from '../../domain/errors.ts'
import { getFileName, isKey, listOriginalKeys, partsOfKey } from '../../domain/media-keys.ts'
import { MEDIA_PATH } from '../../domain/media-urls.ts'
import type { Db } from '../../platform/db/client.ts'
import { groupedCalls } from '../../platform/db/grouped-calls.ts'
import { media } from '../../platform/db/schema/index.ts'
import { describeCall } from '../../platform/http/described.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { limitedVisitor, requireSameUser, requireSession } from '../../platform/http/guards.ts'
import { sendStored } from '../../platform/http/send-body.ts'
import { type ByteRange, CACHE_CONTROL, type Storage, type StoredObject } from '../../platform/storage/storage.ts'
import { deleteOwnMedia } from './media-deletion.service.ts'

/** Milliseconds for which a process caches a status. */
const KNOWN_FOR = 2000
const KNOWN_MAX = 10_000

const IS_GONE = or(eq(media.status, 'trashed'), eq(media.status, 'deleted'))

const readStatus = groupedCalls(async ({ db }: { db: Db }, stems: string[]) => {
  const originals = sql.param(stems.flatMap(listOriginalKeys))
  const isOne = sql`${media.originalKey} = ANY (${originals}::text[])`
  const rows = await db.orm.select({ key: media.originalKey }).from(media).where(and(isOne, IS_GONE))
  const gone = new Set(rows.map(({ key }) => partsOfKey(key).stem))
  return stems.map((stem) => gone.has(stem))
})

/** Rejects files of trashed and deleted items, within two seconds after the deletion. */
const createFileGuard = (db: Db) => {
  const known = new Map<string, { isGone: Promise<boolean>; until: number }>()
  const isGone = (stem: string) => {
    const now = performance.now()
    const entry = known.get(stem)
    if (entry && entry.until > now) return entry.isGone
    if (known.size >= KNOWN_MAX) known.clear()
    const read = readStatus({ db }, stem)
    read.catch(() => known.delete(stem))
    known.set(stem, { isGone: read, until: now + KNOWN_FOR })
    return read
  }
  /** @throws {AppError} `not_found`; a database error if the status cannot be read */
  return async (key: string): Promise<void> => {
    const { stem } = partsOfKey(key)
    if (stem !== undefined && (await isGone(stem))) throw noSuchFile()
  }
}

const readKey = (req: Request): string => {
  const key = req.path.slice(MEDIA_PATH.length)
  if (!isKey(key)) throw noSuchFile()
  return key
}

/** Blocks scripts and type sniffing if a file is opened directly. */
const buildHeaders = (object: StoredObject) => ({
  'Content-Type': object.contentType,
  'Content-Disposition': `inline; filename="${getFileName(object.key)}"`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  // Pages on another host, such as the operator's, also show these files.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': CACHE_CONTROL,
  'Accept-Ranges': 'bytes',
  ETag: object.etag,
  'Last-Modified': object.lastModified.toUTCString(),
})

const sendContent = async (res: Response, storage: Storage, what: { key: string; range?: ByteRange }) => {
  const content = await storage.read(what.key, what.range)
  if (!content) throw noSuchFile()
  const { object, body } = content
  const { start, end } = what.range ?? { start: 0, end: object.size - 1 }
  const headers = {
    ...buildHeaders(object),
    'Content-Length': end - start + 1,
    ...(what.range && { 'Content-Range': `bytes ${start}-${end}/${object.size}` }),
  }
  await sendStored(res, body, { status: what.range ? 206 : 200, headers })
}

/** Weak comparison of an entity tag with a list (RFC 9110 §8.8.3). */
const names = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Evaluates `If-None-Match` and `If-Modified-Since` (RFC 9110 §13.1.2, §13.1.3). */
const isUnchanged = (headers: IncomingHttpHeaders, object: StoredObject): boolean => {
  const tags = headers['if-none-match']
  if (tags !== undefined) return names(tags, object.etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(object.lastModified.getTime() / 1000) * 1000 <= since
}

/** Requires the exact tag or date (RFC 9110 §13.1.5). */
const rangeHolds = (headers: IncomingHttpHeaders, object: StoredObject): boolean => {
  const condition = headers['if-range']
  if (condition === undefined) return true
  return condition === object.etag || condition === object.lastModified.toUTCString()
}

/** Accepts a single range. Many ranges could multiply the bytes, so they are ignored (RFC 9110 §14.2). */
const parseRange = (headers: IncomingHttpHeaders, object: StoredObject): ByteRange | 'all' | 'none' => {
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

/** Reads metadata first, for `HEAD`, conditional and range requests. */
const answerByMetadata = async (req: Request, res: Response, { storage, key }: { storage: Storage; key: string }) => {
  const object = await storage.head(key)
  if (!object) throw noSuchFile()
  if (isUnchanged(req.headers, object)) {
    const { 'Content-Type': _type, 'Content-Disposition': _name, ...headers } = buildHeaders(object)
    return void res.writeHead(304, headers).end()
  }
  if (req.method === 'HEAD') {
    return void res.writeHead(200, { ...buildHeaders(object), 'Content-Length': object.size }).end()
  }
  const range = parseRange(req.headers, object)
  if (range === 'none') {
    return void res.writeHead(416, { 'Content-Range': `bytes */${object.size}`, 'Content-Length': 0 }).end()
  }
  await sendContent(res, storage, { key: object.key, ...(range !== 'all' && { range }) })
}

const conditional = ['range', 'if-none-match', 'if-modified-since']

export const mediaRoutes = (deps: Deps): Router => {
  const router = Router()
  const { storage } = deps
  const refuseHidden = createFileGuard(deps.db)
  describeCall(router, mediaFile)
  router.get(/^\/media\//, async (req, res) => {
    const key = readKey(req)
    await refuseHidden(key)
    if (req.method === 'HEAD' || conditional.some((name) => name in req.headers)) {
      return answerByMetadata(req, res, { storage, key })
    }
    await sendContent(res, storage, { key })
  })
  endpoint(
    router,
    deleteMedia,
    limitedVisitor(deps, 'deletion', requireSession(deps)),
    async ({ params, query }, caller, res) => {
      requireSameUser(caller.userId, query.userId)
      return deleteOwnMedia(deps, { ...query, ...params, requestId: res.locals.requestId })
    },
  )
  return router
}
