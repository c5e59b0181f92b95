import { timingSafeEqual } from 'node:crypto'
import { metrics } from '@hotvote/shared/probes'
import { type Request, type RequestHandler, Router } from 'express'
import { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { nothingHere } from '../domain/errors.ts'
import { adminHostOf, hostSideOf } from '../http/admin-host.ts'
import { describeCall } from '../http/described.ts'
import { hashOf } from '../http/guards.ts'

/** Compared as hashes of one length, so that the time tells nothing. */
const bearerCheck = (token: string | undefined) => {
  if (token === undefined) return () => false
  const expected = hashOf(token)
  return (req: Request) => {
    const [, given] = /^bearer +(\S+)$/i.exec(req.headers.authorization ?? '') ?? []
    return given !== undefined && timingSafeEqual(hashOf(given), expected)
  }
}

type Access = {
  config: Pick<Config, 'metricsToken' | 'adminHost'>
  /** Lets the operator through and refuses everybody else. */
  operatorOnly: RequestHandler
}

/**
 * Lets in the token from any host, as Prometheus asks each process by its address, and the operator: with an
 * `ADMIN_HOST` there only.
 */
export const monitoringOnly = ({ config, operatorOnly }: Access): RequestHandler => {
  const hasToken = bearerCheck(config.metricsToken)
  const adminHost = adminHostOf(config)
  return (req, res, next) => {
    if (hasToken(req)) return next()
    if (adminHost !== undefined && hostSideOf(req, adminHost) === 'visitor') throw nothingHere()
    return operatorOnly(req, res, next)
  }
}

/** `GET /metrics`: the text of a scrape. */
export const metricsRouter = (readersOnly: RequestHandler, scrape: () => Promise<string>): Router => {
  const router = Router()
  describeCall(router, metrics, { isForMonitoring: true })
  router.get(metrics.path, readersOnly, async (_req, res) => {
    const text = await scrape()
    res.set({ 'Cache-Control': 'no-store', 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE }).send(text)
  })
  return router
}
