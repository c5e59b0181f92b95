import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** Matches user input in a path: a username, or possibly an email address. */
const USER_INPUT = /(?<=\/check-username\/).+/i

/** Omits user input and the query, which may contain a token. */
const loggablePath = (target: string) => target.split('?', 1)[0]?.replace(USER_INPUT, ':name').slice(0, 200)

/** Logs one line per request, without cookies, addresses, names or bodies. */
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
        path: loggablePath(req.originalUrl),
        ms: Math.round((performance.now() - start) * 10) / 10,
        aborted: isWhole ? undefined : true,
        status: isWhole ? res.statusCode : undefined,
      }
      log[isWhole && res.statusCode >= 500 ? 'warn' : 'info'](line, 'request')
    })
    next()
  }
