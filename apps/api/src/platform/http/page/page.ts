import { existsSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { isAdFreePath } from '@hotvote/shared/ad-free'
import { itemIdIn } from '@hotvote/shared/item-address'
import type { FirstItem } from '@hotvote/shared/visitor/rating'
import escapeHtml from 'escape-html'
import express, { type Request, type Response, Router } from 'express'
import type { Logger } from 'pino'
import type { Brands } from '../../config/brands.ts'
import type { Config } from '../../config/config.ts'
import { forLog } from '../../db/client.ts'
import { getAdminHost, getHostSide } from '../admin-host.ts'
import { statusOf, toAppError } from '../errors.ts'
import { maybeSessionCookie } from '../guards.ts'
import { reportedIn } from '../reported-cookie.ts'
import { pageHeaders } from '../security.ts'
import { buildCard, type ItemPage } from './item-card.ts'
import { addFirstItem, type BrandedPage, brandedPages, type PageAd, renderHead } from './page-html.ts'

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

/** The addresses of screens; any other gets the page too, which says so, but with status 404. */
const PAGES = /^\/(upload|stats|profile|dmca|adm(\/users\/[1-9]\d*|\/[\w-]+)?)?\/?$/
/** Addresses of items, of those that cannot be, too: whatever is not there is answered in one way. */
const ITEM = /^\/m\//

/** Headers for an address with a code: it is in no `Referer` of the page's requests, and in no cache. */
const WITH_CODE = { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }

type Visitor = { sessionHash: Buffer | null; address: string | undefined; exclude: number[] }
type PageOf = {
  config: Config & { secret: string }
  brands: Brands
  log: Pick<Logger, 'error' | 'warn'>
  /** The ad that there is at this moment. */
  adOfPage: () => Promise<PageAd>
  /** What the rate page brings along for a visitor. */
  firstItem: (visitor: Visitor) => Promise<FirstItem | undefined>
  /** What the page of an item says of it; undefined when there is no such item. */
  itemPage: (id: number, visitor: Visitor) => Promise<ItemPage | undefined>
}

/** What an address is answered with; `item` is null where there is none to tell of, `first` is on the stage. */
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
    // The page itself is there, and asks again.
    const { code, details } = toAppError(error)
    if (code === 'internal' || code === 'unavailable') log.error(forLog(error), `${code}, for the page of an item`)
    return { status: statusOf[code], headers: details.headers ?? {}, item: null }
  }
}

const contents = ({ config, log, firstItem, itemPage }: PageOf) => {
  const read = maybeSessionCookie(config)
  return async (req: Request): Promise<Content> => {
    const { path } = req
    const visitor = () => ({ sessionHash: read(req), address: req.ip, exclude: reportedIn(req, config) })
    if (ITEM.test(path)) {
      const id = itemIdIn(path)
      return id === undefined ? { status: 404, item: null } : itemContent(log, itemPage(id, visitor()))
    }
    const status = PAGES.test(path) ? 200 : 404
    return path === '/' ? { status, first: await firstItem(visitor()) } : { status }
  }
}

const getCaching = ({ path, query }: Request) => ({
  'Cache-Control': path === '/' || ITEM.test(path) ? 'private, no-cache' : 'no-cache',
  // Pictures of people, and their uploader may want them back: search engines keep what they find.
  ...(ITEM.test(path) && { 'X-Robots-Tag': 'noindex' }),
  ...('session' in query && WITH_CODE),
})

/** A part of a page that is not there. Who opens an address with a dot, such as a link with the full stop after it, sees a page. */
const isMissingFile = ({ path, headers }: Request) =>
  /\.[^/]*$/.test(path) && !ITEM.test(path) && !headers.accept?.includes('text/html')

/** An item's own head; of one that is not there, no more than how the site is called. */
const itemHead = (page: BrandedPage, item: ItemPage | null) =>
  item ? renderHead(page, buildCard(page.brand, item)) : `<title>${escapeHtml(page.brand.siteName)}</title>`

/** Serves the built page of `dist`, under the brand of the requested host (`visitor.md §1`). */
export const page = (deps: PageOf, dist: string): Router => {
  const router = Router()
  const index = join(dist, 'index.html')
  const htmlFor = existsSync(index) ? brandedPages(readFileSync(index, 'utf8'), deps.brands) : undefined
  const headers = pageHeaders(deps.config)
  router.use(headers.strict)
  if (!htmlFor) {
    deps.log.warn({ dist }, 'the page is not built, and nobody is shown one: run "pnpm build"')
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
    // A link from a mail is about to change who is here.
    return res.type('html').send(first && !('session' in req.query) ? addFirstItem(html, first) : html)
  }
  router.use(async (req, res, next) => {
    if ((req.method !== 'GET' && req.method !== 'HEAD') || isMissingFile(req) || !req.accepts('html')) return next()
    // The same policy for every address but these: one moves about in a document, and its policy stays.
    const [ad, content] = await Promise.all([isAdFree(req) ? ('none' as const) : deps.adOfPage(), renderContent(req)])
    await send(req, res, { content, ad })
  })
  return router
}
