import type { Request, RequestHandler } from 'express'
import helmet from 'helmet'
import { AppError } from '../../domain/errors.ts'
import { withoutPort } from '../../domain/host-names.ts'
import type { Config } from '../config/config.ts'
import { getAdminHost, isForOperator } from './admin-host.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'])
const SAFE = new Set(['GET', 'HEAD'])

export const isKnownMethod = (method: string) => METHODS.has(method)

/** Rejects OPTIONS as well, because other origins may not call the API. */
export const knownMethods: RequestHandler = (req, _res, next) => {
  if (isKnownMethod(req.method)) return next()
  throw new AppError('method_not_allowed', 'This method is not available here.', {
    headers: { Allow: [...METHODS].join(', ') },
  })
}

/** Rejects cross-site writes (CSRF). */
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
    // Forms on pages without a referrer send `null` as their origin, so rely on `Sec-Fetch-Site`.
    const isOwnForm = host === 'null' && site === 'same-origin'
    // A trusted proxy forwards the requested host in `X-Forwarded-Host`.
    const isRequestedHost = host === req.headers.host || host === req.host
    const foreign = host !== undefined && !isRequestedHost && !isOwn(req, host) && !isOwnForm
    if (foreign || site === 'cross-site' || site === 'same-site')
      throw new AppError('cross_site', 'This call may only come from the site itself.')
    next()
  }
}

/** Keeps the last value, set by the nearest proxy. Express would read the first, which a client can forge. */
export const keepLastForwardedHost: RequestHandler = ({ headers }, _res, next) => {
  const hosts = headers['x-forwarded-host']
  if (hosts?.includes(',')) headers['x-forwarded-host'] = String(hosts).split(',').at(-1)?.trim()
  next()
}

export const apiHeaders: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  next()
}

/** Allows inline styles, because React and Radix set them on elements. */
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

/** Allows ad code. Ads may be loaded over http only if the site itself uses http. */
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

/** `withAds` allows ad code. Ad networks see the site's origin, never its path. */
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
