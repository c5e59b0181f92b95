import { createServer, type RequestListener } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { AppError } from '../../domain/errors.ts'
import { sendError } from './errors.ts'

/** Bytes a second that a body must reach on average, checked every `interval` milliseconds. */
const PACE = { bytes: 8 * 1024, interval: 15_000 }

const tooSlow = () => new AppError('malformed_body', 'The body came too slowly.', { headers: { Connection: 'close' } })

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Closes connections whose body is too slow; a listener on the request would consume the body, so the socket counts. */
export const bodyPace =
  ({ bytes, interval } = PACE): RequestHandler =>
  (req, res, next) => {
    if (!hasBody(req)) return next()
    const { socket } = req
    let due = socket.bytesRead
    const check = () => {
      due += (bytes * interval) / 1000
      if (socket.bytesRead >= due && !req.complete) return
      clearInterval(timer)
      if (req.complete) return
      if (res.headersSent) socket.destroy()
      else sendError(res, tooSlow())
    }
    const timer = setInterval(check, interval).unref()
    req.once('close', () => clearInterval(timer))
    next()
  }

/** Milliseconds, except for `maxConnections`. */
const LIMITS = {
  /** Time for the slowest upload that `bodyPace` allows. */
  requestTimeout: 45 * 60_000,
  headersTimeout: 30_000,
  /** Longer than proxies reuse a connection (nginx: 60 s), so no request meets a connection that is closing. */
  keepAliveTimeout: 75_000,
  /** Silent connections are closed, after twice this time while an answer waits to be read; operations are exempt. */
  timeout: 120_000,
  connectionsCheckingInterval: 30_000,
  maxConnections: 10_000,
}
export type ServerLimits = Partial<typeof LIMITS>

/** The HTTP server of the site; Node closes clients that are too slow or too many. */
export const createSiteServer = (listener: RequestListener, limits: ServerLimits = {}) => {
  const { timeout, maxConnections, ...timeouts } = { ...LIMITS, ...limits }
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384 }, listener)
  return Object.assign(server, { timeout, maxConnections })
}
