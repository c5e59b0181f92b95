import type { Request, RequestHandler } from 'express'
import { notFound } from '../../domain/errors.ts'
import { withoutPort } from '../../domain/host-names.ts'
import type { Config } from '../config/config.ts'

/** Paths for the operator only, including the database tests (`admin.md §7`). */
const OPERATOR = /^\/(adm|api\/admin|api\/db-test)(\/|$)/i
/** Paths served by both hosts. */
const COMMON = /^\/(healthz|readyz|metrics|api\/(client-errors|openapi\.json))$|^\/(?!api\/).*\.[^/]+$/i

/** Scheme and host of an absolute request target (RFC 9112 §3.2.2). Express ignores them when routing. */
const AUTHORITY = /^[a-z]+:\/\/[^/?#]*/i

const readPath = (req: Request) => {
  const path = req.originalUrl.replace(AUTHORITY, '').split('?', 1)[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Returns undefined if both hosts serve the path. */
export const getSide = (path: string): 'operator' | 'visitor' | undefined => {
  if (OPERATOR.test(path)) return 'operator'
  return COMMON.test(path) ? undefined : 'visitor'
}

export const isForOperator = (req: Request) => OPERATOR.test(readPath(req))

export const getAdminHost = ({ adminHost }: Pick<Config, 'adminHost'>) => adminHost && withoutPort(adminHost)

export const getHostSide = (req: Request, adminHost: string | undefined) =>
  adminHost !== undefined && req.hostname?.toLowerCase() === adminHost ? 'operator' : 'visitor'

/** A separate `ADMIN_HOST` keeps the operator's credentials on an origin without ad code. */
export const separateHosts = (config: Pick<Config, 'adminHost'>): RequestHandler => {
  const adminHost = getAdminHost(config)
  return (req, res, next) => {
    if (adminHost && req.path === '/' && getHostSide(req, adminHost) === 'operator') return res.redirect('/adm')
    const side = adminHost && getSide(readPath(req))
    if (side && side !== getHostSide(req, adminHost)) throw notFound()
    next()
  }
}
