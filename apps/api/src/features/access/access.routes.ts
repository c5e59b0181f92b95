import { addBan, liftBan, listBans } from '@hotvote/shared/operator/bans'
import { closedParts } from '@hotvote/shared/visitor/access'
import { type RequestHandler, Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, operator } from '../../platform/http/guards.ts'
import { withPageHeaders } from '../../platform/http/list-page.ts'
import { openWriteCheck, readClosedParts } from './access.service.ts'
import { bansPage, countBans, createBan, endBan } from './bans.service.ts'

export const accessRoutes = (deps: Deps): Router => {
  const router = Router()
  const limited = guard({ isLimited: true }, (req) => deps.rateLimit('settings', { address: req.ip }))

  endpoint(router, closedParts, limited, (_input, _caller, res) => readClosedParts(deps, res.req.ip))
  endpoint(router, listBans, operator, async ({ query }, _caller, res) => {
    const [page, total] = await Promise.all([bansPage(deps.db, query), countBans(deps.db, query)])
    return withPageHeaders(res, query, { ...page, total })
  })
  endpoint(router, addBan, operator, ({ body }, caller) => createBan(deps, body, caller))
  endpoint(router, liftBan, operator, ({ params }, caller) => endBan(deps, params.banId, caller))
  return router
}

/** Rejects writes that the access settings forbid. Mounted at `/api`; sets `res.locals.asksProof`. */
export const refuseClosed = (deps: Pick<Deps, 'db' | 'config'>): RequestHandler => {
  const check = openWriteCheck(deps)
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') res.locals.asksProof = await check(req)
    next()
  }
}
