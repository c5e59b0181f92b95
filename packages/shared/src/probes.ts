import { z } from 'zod'
import { contract } from './contract.ts'

const readiness = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  failed: z.array(z.enum(['database', 'storage'])),
})

/** The process answers. Callers who may read the metrics see its version, too. */
export const liveness = contract({
  method: 'GET',
  path: '/healthz',
  response: z.object({ status: z.literal('ok'), version: z.string().optional() }),
})

/** And it can serve: `degraded` without the store, 503 without the database. */
export const readinessCheck = contract({
  method: 'GET',
  path: '/readyz',
  response: readiness,
  answers: { 503: { about: 'The database does not answer.', body: readiness } },
})

/** What the process counts, as Prometheus reads it. With an `ADMIN_HOST` the operator reads it there, programs anywhere. */
export const metrics = contract({
  method: 'GET',
  path: '/metrics',
  answers: { 200: { about: 'The text format of Prometheus.', types: ['text/plain'] } },
  errors: ['not_found'],
})
