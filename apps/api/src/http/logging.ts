import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** One line a request: never the query (it may carry a token), cookies, addresses or bodies. */
export const logRequests =
  (log: Logger): RequestHandler =>
  (req, res, next) => {
    const start = performance.now()
    const requestId = randomUUID()
    res.locals.requestId = requestId
    res.setHeader('X-Request-Id', requestId)
    res.once('close', () => {
      const isWhole = res.writableFinished
      const line = {
        requestId,
        method: req.method,
        path: req.originalUrl.split('?', 1)[0]?.slice(0, 200),
        ms: Math.round((performance.now() - start) * 10) / 10,
        aborted: isWhole ? undefined : true,
        status: isWhole ? res.statusCode : undefined,
      }
      log[isWhole && res.statusCode >= 500 ? 'warn' : 'info'](line, 'request')
    })
    next()
  }
