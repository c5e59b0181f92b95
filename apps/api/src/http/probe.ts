import express, { type Express } from 'express'
import type { Deps } from '../deps.ts'
import { AppError } from '../domain/errors.ts'
import { errorHandler } from './errors.ts'
import { health } from './health.ts'
import { logRequests } from './logging.ts'

/** What a process that only takes jobs serves: `/healthz` and `/readyz`. */
export const createProbe = (deps: Pick<Deps, 'db' | 'storage' | 'log'>): Express => {
  const app = express()
  app.disable('x-powered-by')
  app.use(logRequests(deps.log))
  app.use(health(deps))
  app.use(() => {
    throw new AppError('not_found', 'There is nothing here.')
  })
  app.use(errorHandler(deps.log))
  return app
}
