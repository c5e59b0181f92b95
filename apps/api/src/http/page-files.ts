import { extname } from 'node:path'
import express, { type Request, type Response, Router } from 'express'

/** Kinds of files that the build compressed beside the original. */
const COMPRESSED = /\.(js|css|svg)$/
const ENDINGS: Record<string, string> = { br: '.br', gzip: '.gz' }

const setCaching = (res: Response, path: string) =>
  res.setHeader('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')

/** Points the request to the compressed file, if the browser takes one. */
const preferCompressed = (req: Request, res: Response) => {
  if (!COMPRESSED.test(req.path)) return
  res.vary('Accept-Encoding')
  const encoding = req.acceptsEncodings(Object.keys(ENDINGS))
  const ending = encoding && ENDINGS[encoding]
  if (!ending) return
  res.type(extname(req.path)).set('Content-Encoding', encoding)
  req.url = req.path + ending
}

/** What an answer says of its file: it is true of no other answer. */
const OF_FILE = ['Content-Encoding', 'Content-Type', 'Cache-Control', 'ETag', 'Last-Modified', 'Accept-Ranges']

/** The file is there, but not as the caller wants it: another version, or without such a part. */
const isUnmet = (failure: unknown): failure is { status: number } =>
  failure instanceof Error && 'status' in failure && (failure.status === 412 || failure.status === 416)

/** The built page's files: hashed ones are cached for ever, others revalidated. A missing one is passed to the next handler. */
export const pageFiles = (dist: string): Router => {
  const router = Router()
  const serve = express.static(dist, {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: setCaching,
  })
  router.use((req, res, next) => {
    // What pages are made of is none.
    if (req.path === '/index.html') return next()
    const { url } = req
    preferCompressed(req, res)
    serve(req, res, (failure?: unknown) => {
      req.url = url
      if (!res.headersSent) for (const name of OF_FILE) res.removeHeader(name)
      if (isUnmet(failure)) res.status(failure.status).end()
      else next(failure)
    })
  })
  return router
}
