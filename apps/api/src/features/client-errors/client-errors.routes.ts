import { recordClientError } from '@hotvote/shared/client-errors'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { guard } from '../../http/guards.ts'
import { loggableText } from './loggable-text.ts'

/** Errors of the page, which nobody but their visitors would see: a line of the log each. */
export const clientErrorRoutes = ({ log, metrics, rateLimit }: Pick<Deps, 'log' | 'metrics' | 'rateLimit'>): Router => {
  const router = Router()
  const limited = guard<{ requestId: string }>({ isLimited: true }, async (req, res) => {
    await rateLimit('clientError', { address: req.ip })
    return { requestId: res.locals.requestId }
  })
  endpoint(router, recordClientError, limited, async ({ body }, { requestId }) => {
    metrics.clientErrors.inc()
    const said = Object.fromEntries(Object.entries(body).map(([name, text]) => [name, loggableText(text)]))
    log.warn({ requestId, clientError: said }, 'client error')
    return undefined
  })
  return router
}
