import { Router } from 'express'
import type { Deps } from '../deps.ts'

type Coded = { code?: unknown; cause?: { code?: unknown } }

/** What is wrong, in a word that holds no host, name or secret. */
const codeOf = (failure: Coded | undefined) => failure?.cause?.code ?? failure?.code

/** `/healthz`: the process answers. `/readyz`: and it can serve, with database and storage at hand. */
export const health = ({ db, storage, log }: Pick<Deps, 'db' | 'storage' | 'log'>): Router => {
  const router = Router()
  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    const checks = { database: db.query({ text: 'SELECT 1' }), storage: storage.ready() }
    const results = await Promise.allSettled(Object.values(checks))
    const failed = Object.keys(checks).filter((_, i) => results[i]?.status === 'rejected')
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [codeOf(result.reason)] : []))
    if (failed.length > 0) log.warn({ failed, reasons }, 'not ready')
    res.set('Cache-Control', 'no-store')
    if (failed.length > 0) res.set('Retry-After', '5').status(503)
    res.json({ status: failed.length > 0 ? 'unavailable' : 'ok', failed })
  })
  return router
}
