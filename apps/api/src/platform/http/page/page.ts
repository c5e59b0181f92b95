import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { isAdFreePath } from '@hotvote/shared/ad-free'
import { parseItemId } from '@hotvote/shared/item-address'
import type { FirstItem } from '@hotvote/shared/visitor/rating'
import escapeHtml from 'escape-html'
import express, { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { Brands } from '../../config/brands.ts'
import type { Config } from '../../config/config.ts'
import { forLog } from '../../db/client.ts'
import { getAdminHost, getHostSide } from '../admin-host.ts'
import { statusByCode, toAppError } from '../errors.ts'
import { maybeSessionCookie } from '../guards.ts'
import { reportedIn } from '../reported-cookie.ts'
import { pageHeaders } from '../security.ts'
import { buildCard, type ItemPage } from './item-card.ts'
import { addFirstItem, type BrandedPage, brandedPages, type PageAd, renderHead } from './page-html.ts'

const COMPRESSED = /\.(js|css|svg)$/
const ENDINGS: Record<string, string> = { br: '.br', gzip: '.gz' }

const setCaching = (res: Response, path: string) =>
  res.setHeader('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')

const preferCompressed = (req: Request, res: Response) => {
  if (!COMPRESSED.test(req.path)) return
  res.vary('Accept-Encoding')
  const encoding = req.acceptsEncodings(Object.keys(ENDINGS))
  const ending = encoding && ENDINGS[encoding]
  if (!ending) return
  res.type(extname(req.path)).set('Content-Encoding', encoding)
  req.url = req.path + ending
}

/** Headers of a static file, removed if another response is sent instead. */
const FILE_HEADERS = ['Content-Encoding', 'Content-Type', 'Cache-Control', 'ETag', 'Last-Modified', 'Accept-Ranges']

/** Returns true for a failed precondition, or for a range outside an existing file. */
const isPreconditionFailure = (failure: unknown): failure is { status: number } =>
  failure instanceof Error && 'status' in failure && (failure.status === 412 || failure.status === 416)

/** Serves static files: hashed files are cached forever, others are revalidated. */
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
    if (req.path === '/index.html') return next()
    const { url } = req
    preferCompressed(req, res)
    serve(req, res, (failure?: unknown) => {
      req.url = url
      if (!res.headersSent) for (const name of FILE_HEADERS) res.removeHeader(name)
      if (isPreconditionFailure(failure)) res.status(failure.status).end()
      else next(failure)
    })
  })
  return router
}

/** Paths of the web app. Other paths get the page with status 404. */
const PAGES =
  /^\/(upload|stats|profile|dmca|contact|terms|privacy|imprint|counter-notice\/[\w-]+|adm(\/users\/[1-9]\d*|\/[\w-]+)?)?\/?$/
/** Also matches invalid ids, so all missing items get the same response. */
const ITEM = /^\/m\//

/** Keeps a login code out of `Referer` headers and caches. */
const WITH_CODE = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }

type Visitor = { sessionHash: Buffer | null; address: string | undefined; exclude: number[] }
type PageOf = {
  config: Config & { secret: string }
  brands: Brands
  log: Pick<Logger, 'error' | 'warn'>
  readPageAd: () => Promise<PageAd>
  firstItem: (visitor: Visitor) => Promise<FirstItem | undefined>
  itemPage: (id: number, visitor: Visitor) => Promise<ItemPage | undefined>
}

type Content = {
  status: number
  headers?: Record<string, string>
  item?: ItemPage | null
  first?: FirstItem | undefined
}

const itemContent = async (log: PageOf['log'], found: Promise<ItemPage | undefined>): Promise<Content> => {
  try {
    const item = await found
    return item ? { status: 200, item, first: item.first } : { status: 404, item: null }
  } catch (error) {
    const { code, details } = toAppError(error)
    if (code === 'internal' || code === 'unavailable') log.error(forLog(error), `${code} on an item page`)
    return { status: statusByCode[code], headers: details.headers ?? {}, item: null }
  }
}

const contents = ({ config, log, firstItem, itemPage }: PageOf) => {
  const read = maybeSessionCookie(config)
  return async (req: Request): Promise<Content> => {
    const { path } = req
    const visitor = () => ({ sessionHash: read(req), address: req.ip, exclude: reportedIn(req, config) })
    if (ITEM.test(path)) {
      const id = parseItemId(path)
      return id === undefined ? { status: 404, item: null } : itemContent(log, itemPage(id, visitor()))
    }
    const status = PAGES.test(path) ? 200 : 404
    return path === '/' ? { status, first: await firstItem(visitor()) } : { status }
  }
}

const getCaching = ({ path, query }: Request) => ({
  'Cache-Control': path === '/' || ITEM.test(path) ? 'private, no-cache' : 'no-cache',
  // Search engines must not index visitors' uploads, which their owners may delete.
  ...(ITEM.test(path) && { 'X-Robots-Tag': 'noindex' }),
  ...('session' in query && WITH_CODE),
})

/** Browsers get the page instead of a plain 404, because a pasted link may end with a period. */
const isMissingFile = ({ path, headers }: Request) =>
  /\.[^/]*$/.test(path) && !ITEM.test(path) && !headers.accept?.includes('text/html')

/** Reveals only the site's name if the item is missing. */
const itemHead = (page: BrandedPage, item: ItemPage | null) =>
  item ? renderHead(page, buildCard(page.brand, item)) : `<title>${escapeHtml(page.brand.siteName)}</title>`

/** Serves the built page under the requested host's brand (`visitor.md §1`). */
export const page = (deps: PageOf, dist: string): Router => {
  const router = Router()
  const index = join(dist, 'index.html')
  const htmlFor = existsSync(index) ? brandedPages(readFileSync(index, 'utf8'), deps.brands) : undefined
  const headers = pageHeaders(deps.config)
  router.use(headers.strict)
  if (!htmlFor) {
    deps.log.warn({ dist }, 'the web app is not built: run "pnpm build"')
    return router
  }
  router.use(pageFiles(dist))
  const renderContent = contents(deps)
  const adminHost = getAdminHost(deps.config)
  const isAdFree = (req: Request) => isAdFreePath(req.path) || getHostSide(req, adminHost) === 'operator'
  const send = (req: Request, res: Response, { content, ad }: { content: Content; ad: PageAd }) => {
    const { status, item, first } = content
    headers[ad === 'in-page' ? 'withAds' : 'strict'](req, res, () => undefined)
    res.status(status).set({ ...getCaching(req), ...content.headers })
    const plain = htmlFor(req.hostname, { ad, of: item === undefined ? 'site' : 'item' })
    const html = plain.html.replace('{{head}}', () => (item === undefined ? '' : itemHead(plain, item)))
    // Don't embed an item in the page of a login link, because logging in is about to change the visitor.
    return res.type('html').send(first && !('session' in req.query) ? addFirstItem(html, first) : html)
  }
  router.use(async (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || isMissingFile(req) || !req.accepts('html')) return next()
    // Client-side navigation keeps the first page's CSP, so only ad-free pages get a stricter one.
    const [ad, content] = await Promise.all([isAdFree(req) ? ('none' as const) : deps.readPageAd(), renderContent(req)])
    await send(req, res, { content, ad })
  })
  return router
}
