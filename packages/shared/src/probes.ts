import { z } from 'zod'
import { contract } from './contract.ts'

const readiness = z.object({
  status: z.enum(['ok', 'degraded', 'unavailable']),
  failed: z.array(z.enum(['database', 'storage'])),
})

export const liveness = contract({
  method: 'GET',
  path: '/healthz',
  response: z.object({ status: z.literal('ok') }),
})

/** Returns `degraded` if the object store is down, and 503 if the database is down. */
export const readinessCheck = contract({
  method: 'GET',
  path: '/readyz',
  response: readiness,
  answers: { 503: { about: 'The database does not answer.', body: readiness } },
})

/** Metrics in Prometheus format. `ADMIN_HOST` does not apply to callers with the monitoring token. */
export const metrics = contract({
  method: 'GET',
  path: '/metrics',
  answers: { 200: { about: 'The text format of Prometheus.', types: ['text/plain'] } },
  errors: ['not_found'],
})
