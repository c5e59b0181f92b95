import type { IncomingHttpHeaders } from 'node:http'
import { deleteMedia, mediaFile } from '@hotvote/shared/visitor/media'
import { and, inArray, sql } from 'drizzle-orm'
import { type Request, type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { AppError, noSuchFile } from '../../domain/errors.ts'
import { getFileName, isKey, listOriginalKeys, parseKey } from '../../domain/media-keys.ts'
import { MEDIA_PATH } from '../../domain/media-urls.ts'
import type { Db } from '../../platform/db/client.ts'
import { batchCalls } from '../../platform/db/grouped-calls.ts'
import { media } from '../../platform/db/schema/index.ts'
import { describeCall } from '../../platform/http/described.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { limitedVisitor, requireSameUser, requireSession } from '../../platform/http/guards.ts'
import { sendStored } from '../../platform/http/send-body.ts'
import { type ByteRange, CACHE_CONTROL, type Storage, type StoredObject } from '../../platform/storage/storage.ts'
import { deleteOwnMedia } from './media-deletion.service.ts'
import { IS_WAITING } from './stored-media.sql.ts'

const IS_PRIVATE = inArray(media.status, ['waiting', 'trashed', 'deleted'])

/** Returns the only user who may see the file: null for removed items, undefined for public ones. */
const readViewer = batchCalls(async ({ db }: { db: Db }, stems: string[]) => {
  const originals = sql.param(stems.flatMap(listOriginalKeys))
  const isOne = sql`${media.originalKey} = ANY (${originals}::text[])`
  const viewer = sql<number | null>`CASE WHEN ${IS_WAITING} THEN ${media.ownerId} END`.mapWith(Number)
  const rows = await db.orm.select({ key: media.originalKey, viewer }).from(media).where(and(isOne, IS_PRIVATE))
  const viewers = new Map(rows.map(({ key, viewer }) => [parseKey(key).stem, viewer]))
  return stems.map((stem) => viewers.get(stem))
})

/** Blocks files of removed and waiting items. */
const createFileGuard = (deps: Pick<Deps, 'db' | 'config'>) => {
  const session = requireSession(deps)
  /** Returns true for a file that only the caller may see. @throws {AppError} `not_found`, or a database error */
  return async (key: string, req: Request, res: Response): Promise<boolean> => {
    const { stem } = parseKey(key)
    const viewer = stem === undefined ? undefined : await readViewer(deps, stem)
    if (viewer === undefined) return false
    if (viewer === null) throw noSuchFile()
    const caller = await Promise.resolve(session(req, res)).catch(withoutSession)
    if (caller?.userId !== viewer) throw noSuchFile()
    return true
  }
}

const withoutSession = (failure: unknown) => {
  if (failure instanceof AppError) return undefined
  throw failure
}

const readKey = (req: Request): string => {
  const key = req.path.slice(MEDIA_PATH.length)
  if (!isKey(key)) throw noSuchFile()
  return key
}

type Shown = { object: StoredObject; isPrivate: boolean }
type Wanted = { key: string; isPrivate: boolean }

/** Blocks scripts and type sniffing if a file is opened directly. */
const buildHeaders = ({ object, isPrivate }: Shown) => ({
  'Content-Type': object.contentType,
  'Content-Disposition': `inline; filename="${getFileName(object.key)}"`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  // Pages on another host, such as the operator's, also show these files.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': isPrivate ? 'private, no-store' : CACHE_CONTROL,
  'Accept-Ranges': 'bytes',
  ETag: object.etag,
  'Last-Modified': object.lastModified.toUTCString(),
})

const sendContent = async (res: Response, storage: Storage, what: Wanted & { range?: ByteRange }) => {
  const content = await storage.read(what.key, what.range)
  if (!content) throw noSuchFile()
  const { object, body } = content
  const { start, end } = what.range ?? { start: 0, end: object.size - 1 }
  const headers = {
    ...buildHeaders({ ...what, object }),
    'Content-Length': end - start + 1,
    ...(what.range && { 'Content-Range': `bytes ${start}-${end}/${object.size}` }),
  }
  await sendStored(res, body, { status: what.range ? 206 : 200, headers })
}

/** Checks whether a list contains an entity tag, using weak comparison (RFC 9110 §8.8.3). */
const names = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Evaluates `If-None-Match` and `If-Modified-Since` (RFC 9110 §13.1.2, §13.1.3). */
const isUnchanged = (headers: IncomingHttpHeaders, object: StoredObject): boolean => {
  const tags = headers['if-none-match']
  if (tags !== undefined) return names(tags, object.etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(object.lastModified.getTime() / 1000) * 1000 <= since
}

/** Requires an exact match of the entity tag or date (RFC 9110 §13.1.5). */
const matchesIfRange = (headers: IncomingHttpHeaders, object: StoredObject): boolean => {
  const condition = headers['if-range']
  if (condition === undefined) return true
  return condition === object.etag || condition === object.lastModified.toUTCString()
}

/** Accepts only a single range, because multiple ranges could multiply the bytes to send (RFC 9110 §14.2). */
const parseRange = (headers: IncomingHttpHeaders, object: StoredObject): ByteRange | 'all' | 'none' => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(headers.range?.trim() ?? '')
  if (!match || !matchesIfRange(headers, object)) return 'all'
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

/** Answers `HEAD`, conditional and range requests, which need the metadata first. */
const answerByMetadata = async (req: Request, res: Response, { storage, ...what }: Wanted & { storage: Storage }) => {
  const object = await storage.head(what.key)
  if (!object) throw noSuchFile()
  const all = buildHeaders({ ...what, object })
  if (isUnchanged(req.headers, object)) {
    const { 'Content-Type': _type, 'Content-Disposition': _name, ...headers } = all
    return void res.writeHead(304, headers).end()
  }
  if (req.method === 'HEAD') {
    return void res.writeHead(200, { ...all, 'Content-Length': object.size }).end()
  }
  const range = parseRange(req.headers, object)
  if (range === 'none') {
    return void res.writeHead(416, { 'Content-Range': `bytes */${object.size}`, 'Content-Length': 0 }).end()
  }
  await sendContent(res, storage, { ...what, ...(range !== 'all' && { range }) })
}

const conditional = ['range', 'if-none-match', 'if-modified-since']

export const mediaRoutes = (deps: Deps): Router => {
  const router = Router()
  const { storage } = deps
  const checkFile = createFileGuard(deps)
  describeCall(router, mediaFile)
  router.get(/^\/media\//, async (req, res) => {
    const key = readKey(req)
    const isPrivate = await checkFile(key, req, res)
    if (req.method === 'HEAD' || conditional.some((name) => name in req.headers)) {
      return answerByMetadata(req, res, { storage, key, isPrivate })
    }
    await sendContent(res, storage, { key, isPrivate })
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
