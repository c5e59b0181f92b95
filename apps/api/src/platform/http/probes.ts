import { setTimeout as pause } from 'node:timers/promises'
import { liveness, readinessCheck } from '@hotvote/shared/probes'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { cachedFor } from '../db/cached.ts'
import { ping } from '../db/ping.ts'
import { describeCall } from './described.ts'

type Coded = { code?: unknown; cause?: { code?: unknown } }

const getFailureCode = (failure: Coded | undefined) => failure?.cause?.code ?? failure?.code

/** Milliseconds between checks of the database and media storage. */
const MAX_AGE = 1000
/** Milliseconds. Kept short, because load balancers have short timeouts. */
const TIMEOUT = 2000

const timeout = async () => {
  await pause(TIMEOUT, undefined, { ref: false })
  throw new Error('late', { cause: { code: 'ETIMEDOUT' } })
}

const checkReadiness = async ({ db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>) => {
  const checks = { database: ping(db), storage: Promise.race([storage.ready(), timeout()]) }
  const results = await Promise.allSettled(Object.values(checks))
  const failed = Object.keys(checks).filter((_, i) => results[i]?.status === 'rejected')
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [getFailureCode(result.reason)] : []))
  if (failed.length > 0) log.warn({ failed, reasons }, 'not ready')
  // Stay ready if only storage is down, because all processes share the storage and voting works without it.
  if (failed.includes('database')) return { code: 503, body: { status: 'unavailable', failed } }
  return { code: 200, body: { status: failed.length > 0 ? 'degraded' : 'ok', failed } }
}

export type Readiness = ReturnType<typeof openReadiness>

export const openReadiness = (deps: Pick<Deps, 'db' | 'storage' | 'log'>) =>
  cachedFor(MAX_AGE, () => checkReadiness(deps))

/** `/healthz`: liveness. `/readyz`: readiness, which is `degraded` without the store and fails without the database. */
export const probeRoutes = (readiness: Readiness): Router => {
  const router = Router()
  for (const probe of [liveness, readinessCheck]) describeCall(router, probe)
  router.get(liveness.path, (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })
  router.get(readinessCheck.path, async (_req, res) => {
    const { code, body } = await readiness()
    res.set('Cache-Control', 'no-store')
    if (code === 503) res.set('Retry-After', '5')
    res.status(code).json(body)
  })
  return router
}
