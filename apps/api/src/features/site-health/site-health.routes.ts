import { testConnection, testCounts, testQueries, testSchema } from '@hotvote/shared/site-health'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { guard } from '../../http/guards.ts'
import { connectionTest, countsTest, queriesTest, schemaTest } from './site-health.service.ts'

/** The four tests carry no credentials (`admin.md §7`). */
export const siteHealthRoutes = (deps: Deps): Router => {
  const router = Router()
  const limited = guard({ isLimited: true }, (req) => deps.rateLimit('databaseTest', { address: req.ip }))
  endpoint(router, testConnection, limited, () => connectionTest(deps))
  endpoint(router, testSchema, limited, () => schemaTest(deps))
  endpoint(router, testCounts, limited, () => countsTest(deps))
  endpoint(router, testQueries, limited, () => queriesTest(deps))
  return router
}
