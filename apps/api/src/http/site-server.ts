import { createServer, type RequestListener } from 'node:http'

/** Milliseconds, except for `maxConnections`. */
const LIMITS = {
  /** Time for the slowest upload that `body-pace.ts` allows. */
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
