import type { Request, RequestHandler } from 'express'
import helmet from 'helmet'
import { AppError } from '../../domain/errors.ts'
import { withoutPort } from '../../domain/host-names.ts'
import type { Config } from '../config/config.ts'
import { getAdminHost, isForOperator } from './admin-host.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])
const SAFE = new Set(['GET', 'HEAD'])

export const isKnownMethod = (method: string) => METHODS.has(method)

/** Only methods that some route has; nothing answers OPTIONS, as no other origin may call. */
export const knownMethods: RequestHandler = (req, _res, next) => {
  if (isKnownMethod(req.method)) return next()
  throw new AppError('method_not_allowed', 'This method is not available here.', {
    headers: { Allow: [...METHODS].join(', ') },
  })
}

/** Refuses changes that a page of another site requests in a visitor's browser (CSRF). */
export const sameSiteOnly = (config: Pick<Config, 'publicUrl' | 'adminHost'>): RequestHandler => {
  const ownHost = new URL(config.publicUrl).host
  const adminHost = getAdminHost(config)
  const isOwn = (req: Request, host: string) =>
    adminHost !== undefined && isForOperator(req) ? withoutPort(host) === adminHost : host === ownHost
  return (req, _res, next) => {
    if (SAFE.has(req.method)) return next()
    const site = req.headers['sec-fetch-site']
    const origin = req.headers.origin
    const host = origin && URL.canParse(origin) ? new URL(origin).host : origin
    // A page that sends no referrer posts its forms with the origin `null`; the browser's other word stands then.
    const isOwnForm = host === 'null' && site === 'same-origin'
    // Behind a trusted proxy, the requested host is in a header of the proxy.
    const isRequestedHost = host === req.headers.host || host === req.host
    const foreign = host !== undefined && !isRequestedHost && !isOwn(req, host) && !isOwnForm
    if (foreign || site === 'cross-site' || site === 'same-site')
      throw new AppError('cross_site', 'This call may only come from the site itself.')
    next()
  }
}

/** The nearest proxy appends its value last; Express would read the first, which a caller can write. */
export const keepLastForwardedHost: RequestHandler = ({ headers }, _res, next) => {
  const hosts = headers['x-forwarded-host']
  if (hosts?.includes(',')) headers['x-forwarded-host'] = String(hosts).split(',').at(-1)?.trim()
  next()
}

/** Answers of the API are data: never cached, sniffed, framed or run. */
export const apiHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  next()
}

/** Nothing but our own. Styles may be inline: React and Radix set them on elements. */
const strictPolicy = (media: string[]) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: media,
  mediaSrc: media,
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'self'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
})

/** The same, and what ad code needs. Only a site that is itself on http takes advertisements from there. */
const visitorPolicy = (media: string[], https: boolean) => {
  const anywhere = https ? ['https:'] : ['https:', 'http:']
  return {
    ...strictPolicy([...media, ...anywhere]),
    scriptSrc: ["'self'", "'unsafe-inline'", ...anywhere],
    styleSrc: ["'self'", "'unsafe-inline'", ...anywhere],
    fontSrc: ["'self'", 'data:', ...anywhere],
    connectSrc: ["'self'", ...anywhere],
    frameSrc: ["'self'", ...anywhere],
  }
}

/** Headers of the page: `strict`, or `withAds` for ad code. Ad networks see the origin of the site, never its path. */
export const pageHeaders = (config: Pick<Config, 'https' | 'hstsSubdomains' | 'mediaPublicUrl' | 'brands'>) => {
  const pictures = [config.mediaPublicUrl, ...[...config.brands.values()].map(({ logoUrl }) => logoUrl)]
  const origins = pictures.filter((url) => url !== undefined).filter((url) => URL.canParse(url))
  const media = ["'self'", 'data:', 'blob:', ...new Set(origins.map((url) => new URL(url).origin))]
  const withPolicy = (directives: ReturnType<typeof strictPolicy>) =>
    helmet({
      contentSecurityPolicy: { useDefaults: false, directives },
      strictTransportSecurity: config.https ? { maxAge: 31_536_000, includeSubDomains: config.hstsSubdomains } : false,
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      crossOriginEmbedderPolicy: false,
    })
  return {
    strict: withPolicy(strictPolicy(media)),
    withAds: withPolicy(visitorPolicy(media, config.https)),
  }
}
