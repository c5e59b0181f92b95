import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Router } from 'express'
import type { Brands } from '../brands.ts'
import type { Config } from '../config.ts'
import { pageFiles } from './page-files.ts'
import { brandedPages } from './page-html.ts'
import { pageHeaders } from './security.ts'

/** The addresses that the page knows; any other gets the page too, which says so, but with status 404. */
const KNOWN = /^\/(upload|stats|profile|dmca|adm(\/[\w-]+)?)?\/?$/

/** For an address that carries a code: none of the page's requests names it, and no cache keeps it. */
const UNTOLD = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }

/** Serves the built page of `dist`, under the brand of the host that is asked (`visitor.md §1`). */
export const page = ({ config, brands }: { config: Config; brands: Brands }, dist: string): Router => {
  const router = Router()
  const index = join(dist, 'index.html')
  const htmlOf = existsSync(index) ? brandedPages(readFileSync(index, 'utf8'), brands) : undefined
  router.use(pageHeaders(config))
  if (!htmlOf) return router
  router.use(pageFiles(dist))
  router.use((req, res, next) => {
    const isFile = /\.[^/]*$/.test(req.path)
    if ((req.method !== 'GET' && req.method !== 'HEAD') || isFile || !req.accepts('html')) return next()
    res
      .status(KNOWN.test(req.path) ? 200 : 404)
      .set('Cache-Control', 'no-cache')
      .set('session' in req.query ? UNTOLD : {})
      .type('html')
      .send(htmlOf(req.hostname))
  })
  return router
}
