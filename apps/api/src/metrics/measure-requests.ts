import type { Request, RequestHandler, Response } from 'express'
import { isKnownMethod } from '../http/security.ts'
import type { Metrics } from './metrics.ts'

type Route = { path: string | RegExp }
type Series = { observe(seconds: number): void }

/** The page, its files, and what is refused before its route is known. */
const OTHER: Route = { path: 'other' }

/** The pattern, never the address: `/api/media/:mediaId`; `/media/` of a route that is a regular expression. */
const patternOf = ({ path }: Route) => (typeof path === 'string' ? path : path.source.replaceAll(/[\\^$]/g, ''))

const statusOf = (res: Response) => (res.writableFinished ? `${Math.floor(res.statusCode / 100)}xx` : 'aborted')

/** One observation a request, when it ends. The labels of a route are put together once. */
export const measureRequests = ({ requests }: Pick<Metrics, 'requests'>): RequestHandler => {
  const known = new WeakMap<Route, Map<string, Series>>()
  const seriesOf = (req: Request, status: string) => {
    const route: Route = req.route ?? OTHER
    const ofRoute = known.get(route) ?? new Map<string, Series>()
    known.set(route, ofRoute)
    const method = isKnownMethod(req.method) ? req.method : 'other'
    const key = `${method} ${status}`
    const series = ofRoute.get(key) ?? requests.labels(method, patternOf(route), status)
    ofRoute.set(key, series)
    return series
  }
  return (req, res, next) => {
    const start = performance.now()
    res.once('close', () => {
      seriesOf(req, statusOf(res)).observe((performance.now() - start) / 1000)
    })
    next()
  }
}
