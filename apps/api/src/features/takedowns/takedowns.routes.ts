import { fileTakedown } from '@hotvote/shared/takedowns'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { guard } from '../../http/guards.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { fileTakedownOf } from './takedowns.service.ts'

/** Rights holders need no session (`visitor.md §6`). */
export const takedownRoutes = (deps: Deps): Router => {
  const router = Router()
  const limited = guard({ isLimited: true }, (req) => deps.rateLimit('takedown', { address: req.ip }))
  endpoint(router, fileTakedown, limited, ({ body }, _caller, res) =>
    fileTakedownOf(deps, body, {
      host: res.req.host ?? '',
      requestId: res.locals.requestId,
      key: idempotencyKeyOf(res.req),
    }),
  )
  return router
}
