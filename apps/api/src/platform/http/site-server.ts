import { createServer, type RequestListener } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { AppError } from '../../domain/errors.ts'
import { sendError } from './errors.ts'

/** Minimum average rate of a request body: `bytes` per second, checked every `interval` milliseconds. */
const PACE = { bytes: 8 * 1024, interval: 15_000 }

const tooSlow = () => new AppError('malformed_body', 'The upload was too slow.', { headers: { Connection: 'close' } })

const hasBody = ({ headers }: Request) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Counts the socket's bytes, because a listener on the request would consume the request body. */
export const enforceMinUploadRate =
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

/** All values except `maxConnections` are in milliseconds. */
const LIMITS = {
  requestTimeout: 45 * 60_000,
  headersTimeout: 30_000,
  /** Longer than proxies keep connections open (nginx: 60 s), so a proxy never reuses a closing connection. */
  keepAliveTimeout: 75_000,
  /** Idle timeout, doubled while a response is waiting to be read. Operations are exempt. */
  timeout: 120_000,
  connectionsCheckingInterval: 30_000,
  maxConnections: 10_000,
}
export type ServerLimits = Partial<typeof LIMITS>

export const createSiteServer = (listener: RequestListener, limits: ServerLimits = {}) => {
  const { timeout, maxConnections, ...timeouts } = { ...LIMITS, ...limits }
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384 }, listener)
  return Object.assign(server, { timeout, maxConnections })
}
