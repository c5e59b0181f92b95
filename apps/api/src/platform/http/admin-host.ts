import type { Request, RequestHandler } from 'express'
import { nothingHere } from '../../domain/errors.ts'
import { withoutPort } from '../../domain/host-names.ts'
import type { Config } from '../config/config.ts'

/** The operator's pages and calls; the database tests belong to them (`admin.md §7`). */
const OPERATOR = /^\/(adm|api\/admin|api\/db-test)(\/|$)/i
/** What both sides need besides: files of the page and of media, errors of the page, how the process does, what may be called. */
const COMMON = /^\/(healthz|readyz|metrics|api\/(client-errors|openapi\.json))$|^\/(?!api\/).*\.[^/]+$/i

/** What a request target in full begins with (RFC 9112 §3.2.2): routes do not look at it, and whose it is, `Host` says. */
const AUTHORITY = /^[a-z]+:\/\/[^/?#]*/i

const readPath = (req: Request) => {
  const path = req.originalUrl.replace(AUTHORITY, '').split('?', 1)[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whose a path is where the operator has a host of their own; undefined: both sides need it. */
export const getSide = (path: string): 'operator' | 'visitor' | undefined => {
  if (OPERATOR.test(path)) return 'operator'
  return COMMON.test(path) ? undefined : 'visitor'
}

/** Whether a request is for the operator's side. */
export const isForOperator = (req: Request) => OPERATOR.test(readPath(req))

/** The name of the operator's host, if it has one of its own. */
export const getAdminHost = ({ adminHost }: Pick<Config, 'adminHost'>) => adminHost && withoutPort(adminHost)

/** Whose host was requested; the visitors' too where the operator has none of their own. */
export const getHostSide = (req: Request, adminHost: string | undefined) =>
  adminHost !== undefined && req.hostname?.toLowerCase() === adminHost ? 'operator' : 'visitor'

/** An `ADMIN_HOST` keeps the operator's credentials on an origin without ads. */
export const hostsApart = (config: Pick<Config, 'adminHost'>): RequestHandler => {
  const adminHost = getAdminHost(config)
  return (req, res, next) => {
    if (adminHost && req.path === '/' && getHostSide(req, adminHost) === 'operator') return res.redirect('/adm')
    const side = adminHost && getSide(readPath(req))
    if (side && side !== getHostSide(req, adminHost)) throw nothingHere()
    next()
  }
}
