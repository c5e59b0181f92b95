import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FirstItem } from '@hotvote/shared/rating'
import { type Request, Router } from 'express'
import type { Brands } from '../brands.ts'
import type { Config } from '../config.ts'
import { sendCompressed } from './compressed.ts'
import { openFirstPicture } from './first-picture.ts'
import { maybeSessionCookie } from './guards.ts'
import { pageFiles } from './page-files.ts'
import { brandedPages } from './page-html.ts'
import { AD_FREE, pageHeaders } from './security.ts'

/** The addresses of screens; any other gets the page too, which says so, but with status 404. */
const PAGES = /^\/(upload|stats|profile|dmca|adm(\/[\w-]+)?)?\/?$/

/** Headers for an address with a code: it is in no `Referer` of the page's requests, and in no cache. */
const WITH_CODE = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }

type Visitor = { sessionHash: Buffer | null; address: string | undefined }
type PageOf = {
  config: Config & { secret: string }
  brands: Brands
  /** Whether, at this moment, ad code runs in the page itself. */
  doesAdRun: () => Promise<boolean>
  /** What the rate page brings along for a visitor. */
  firstItem: (visitor: Visitor) => Promise<FirstItem | undefined>
}

/** The rate screen, but not where a link from a mail is about to change who is here. */
const isRatePage = ({ path, query }: Request) => path === '/' && !('session' in query)

/** The item for this request, where the build can show one. */
const itemsOf = ({ config, firstItem }: PageOf, isBuilt: boolean) => {
  const read = maybeSessionCookie(config.secret)
  return async (req: Request) =>
    isBuilt && isRatePage(req) ? firstItem({ sessionHash: read(req), address: req.ip }) : undefined
}

const cachingOf = (req: Request) => ({
  'Cache-Control': isRatePage(req) ? 'private, no-cache' : 'no-cache',
  ...('session' in req.query && WITH_CODE),
})

/** Serves the built page of `dist`, under the brand of the requested host (`visitor.md §1`). */
export const page = (deps: PageOf, dist: string): Router => {
  const router = Router()
  const index = join(dist, 'index.html')
  const pageOf = existsSync(index) ? brandedPages(readFileSync(index, 'utf8'), deps.brands) : undefined
  const picture = openFirstPicture(dist)
  const headers = pageHeaders(deps.config, picture?.scriptHash)
  router.use(headers.strict)
  if (!pageOf) return router
  router.use(pageFiles(dist))
  const itemOf = itemsOf(deps, picture !== undefined)
  router.use(async (req, res, next) => {
    const isFile = /\.[^/]*$/.test(req.path)
    if ((req.method !== 'GET' && req.method !== 'HEAD') || isFile || !req.accepts('html')) return next()
    // The same policy for every address but these: one moves about in a document, and its policy stays.
    const [mayAdRun, first] = await Promise.all([!AD_FREE.test(req.path) && deps.doesAdRun(), itemOf(req)])
    const kind = mayAdRun ? 'withAds' : 'strict'
    headers[first && !mayAdRun ? 'withScript' : kind](req, res, () => undefined)
    res.status(PAGES.test(req.path) ? 200 : 404).set(cachingOf(req))
    const plain = pageOf(req.hostname, kind)
    if (picture && first) return sendCompressed(req, res, picture.paint(plain, first))
    res.type('html').send(plain.html)
  })
  return router
}
