import { deleteMedia, mediaFile } from '@hotvote/shared/media'
import { type Request, type Response, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { noSuchFile } from '../../domain/errors.ts'
import { fileNameOf, isKey } from '../../domain/media-keys.ts'
import { MEDIA_PATH } from '../../domain/media-urls.ts'
import { describeCall } from '../../http/described.ts'
import { endpoint } from '../../http/endpoint.ts'
import { limitedVisitor, requireSameUser, requireSession } from '../../http/guards.ts'
import { sendStored } from '../../http/send-body.ts'
import { type ByteRange, CACHE_CONTROL, type Storage, type StoredObject } from '../../storage/storage.ts'
import { isUnchanged, rangeOf } from './conditions.ts'
import { createFileGuard } from './hidden-files.service.ts'
import { deleteOwnMedia } from './media-deletion.service.ts'

/** The key in the address; it has no character that an address would encode. */
const keyOf = (req: Request): string => {
  const key = req.path.slice(MEDIA_PATH.length)
  if (!isKey(key)) throw noSuchFile()
  return key
}

/** A file runs no script and is only what its type says, also when it is opened in the address bar. */
const headersOf = (object: StoredObject) => ({
  'Content-Type': object.contentType,
  'Content-Disposition': `inline; filename="${fileNameOf(object.key)}"`,
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  // Pictures are public; a page of another host of ours (CDN, operator) shows them too.
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': CACHE_CONTROL,
  'Accept-Ranges': 'bytes',
  ETag: object.etag,
  'Last-Modified': object.lastModified.toUTCString(),
})

/** Sends a whole object or one part of it. */
const sendContent = async (res: Response, storage: Storage, what: { key: string; range?: ByteRange }) => {
  const content = await storage.read(what.key, what.range)
  if (!content) throw noSuchFile()
  const { object, body } = content
  const { start, end } = what.range ?? { start: 0, end: object.size - 1 }
  const headers = {
    ...headersOf(object),
    'Content-Length': end - start + 1,
    ...(what.range && { 'Content-Range': `bytes ${start}-${end}/${object.size}` }),
  }
  await sendStored(res, body, { status: what.range ? 206 : 200, headers })
}

/** Answers `HEAD`, conditional and range requests, which need the metadata of the object first. */
const answerByMetadata = async (req: Request, res: Response, { storage, key }: { storage: Storage; key: string }) => {
  const object = await storage.head(key)
  if (!object) throw noSuchFile()
  if (isUnchanged(req.headers, object)) {
    const { 'Content-Type': _type, 'Content-Disposition': _name, ...headers } = headersOf(object)
    return void res.writeHead(304, headers).end()
  }
  if (req.method === 'HEAD') {
    return void res.writeHead(200, { ...headersOf(object), 'Content-Length': object.size }).end()
  }
  const range = rangeOf(req.headers, object)
  if (range === 'none') {
    return void res.writeHead(416, { 'Content-Range': `bytes */${object.size}`, 'Content-Length': 0 }).end()
  }
  await sendContent(res, storage, { key: object.key, ...(range !== 'all' && { range }) })
}

const conditional = ['range', 'if-none-match', 'if-modified-since']

/** `GET` and `HEAD /media/<key>`: stored files, whole or in part. And their deletion by whom they belong to. */
export const mediaRoutes = (deps: Deps): Router => {
  const router = Router()
  const { storage } = deps
  const refuseHidden = createFileGuard(deps.db)
  describeCall(router, mediaFile)
  router.get(/^\/media\//, async (req, res) => {
    const key = keyOf(req)
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
