import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Router } from 'express'
import sirv from 'sirv'
import type { Config } from '../config.ts'
import { pageHeaders } from './security.ts'

/** The addresses that the page knows; any other gets the page too, which says so, but with status 404. */
const KNOWN = /^\/(upload|stats|profile|dmca|adm(\/[\w-]+)?)?\/?$/

const cacheHeaders = (res: ServerResponse, path: string) =>
  res.setHeader('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')

/** Serves the built page of `dist`: hashed files for ever, everything else fresh. */
export const page = (config: Config, dist: string): Router => {
  const router = Router()
  const index = join(dist, 'index.html')
  const html = existsSync(index) ? readFileSync(index) : undefined
  router.use(pageHeaders(config))
  if (!html) return router
  // The build compressed every file; the hashed ones never change.
  const files = sirv(dist, { brotli: true, gzip: true, extensions: [], etag: true, setHeaders: cacheHeaders })
  router.use((req, res, next) => (req.path === '/' ? next() : files(req, res, next)))
  router.use((req, res, next) => {
    const isFile = /\.[^/]*$/.test(req.path)
    if ((req.method !== 'GET' && req.method !== 'HEAD') || isFile || !req.accepts('html')) return next()
    res
      .status(KNOWN.test(req.path) ? 200 : 404)
      .set('Cache-Control', 'no-cache')
      .type('html')
      .send(html)
  })
  return router
}
