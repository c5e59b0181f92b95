import type { RequestHandler, Response } from 'express'
import { isKnownMethod } from '../http/security.ts'
import type { Metrics } from './metrics.ts'

type Route = { path: string | RegExp }
/** The page, its files, and what is refused before its route is known. */
const OTHER: Route = { path: 'other' }

/** The pattern, never the address: `/api/media/:mediaId`; `/media/` of a route that is a regular expression. */
const patternOf = ({ path }: Route) => (typeof path === 'string' ? path : path.source.replaceAll(/[\\^$]/g, ''))

const statusOf = (res: Response) => (res.writableFinished ? `${Math.floor(res.statusCode / 100)}xx` : 'aborted')

/** One observation a request, when it ends. */
export const measureRequests =
  ({ requests }: Pick<Metrics, 'requests'>): RequestHandler =>
  (req, res, next) => {
    const start = performance.now()
    res.once('close', () => {
      const method = isKnownMethod(req.method) ? req.method : 'other'
      requests.labels(method, patternOf(req.route ?? OTHER), statusOf(res)).observe((performance.now() - start) / 1000)
    })
    next()
  }
