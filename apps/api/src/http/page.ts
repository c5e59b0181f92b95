import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Router } from 'express'
import type { Brands } from '../brands.ts'
import type { Config } from '../config.ts'
import { pageFiles } from './page-files.ts'
import { brandedPages } from './page-html.ts'
import { AD_FREE, pageHeaders } from './security.ts'

/** The addresses of screens; any other gets the page too, which says so, but with status 404. */
const PAGES = /^\/(upload|stats|profile|dmca|adm(\/[\w-]+)?)?\/?$/

/** Headers for an address with a code: it is in no `Referer` of the page's requests, and in no cache. */
const WITH_CODE = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }

/** `doesAdRun`: whether, at this moment, ad code runs in the page itself. */
type PageOf = { config: Config; brands: Brands; doesAdRun: () => Promise<boolean> }

/** Serves the built page of `dist`, under the brand of the requested host (`visitor.md §1`). */
export const page = ({ config, brands, doesAdRun }: PageOf, dist: string): Router => {
  const router = Router()
  const index = join(dist, 'index.html')
  const htmlOf = existsSync(index) ? brandedPages(readFileSync(index, 'utf8'), brands) : undefined
  const headers = pageHeaders(config)
  router.use(headers.strict)
  if (!htmlOf) return router
  router.use(pageFiles(dist))
  router.use(async (req, res, next) => {
    const isFile = /\.[^/]*$/.test(req.path)
    if ((req.method !== 'GET' && req.method !== 'HEAD') || isFile || !req.accepts('html')) return next()
    // The same policy for every address but these: one moves about in a document, and its policy stays.
    const kind = !AD_FREE.test(req.path) && (await doesAdRun()) ? 'withAds' : 'strict'
    headers[kind](req, res, () => undefined)
    res
      .status(PAGES.test(req.path) ? 200 : 404)
      .set('Cache-Control', 'no-cache')
      .set('session' in req.query ? WITH_CODE : {})
      .type('html')
      .send(htmlOf(req.hostname, kind))
  })
  return router
}
