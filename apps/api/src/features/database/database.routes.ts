import {
  countInactive,
  importMedia,
  purgeInactive,
  resetDatabase,
  testConnection,
  testCounts,
  testQueries,
  testSchema,
} from '@hotvote/shared/database'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { endpoint } from '../../http/endpoint.ts'
import { type Guard, operator } from '../../http/guards.ts'
import { importAll } from './import.service.ts'
import { inactiveAccounts, purgeAccounts } from './purge.service.ts'
import { resetAll } from './reset.service.ts'
import { connectionTest, countsTest, queriesTest, schemaTest } from './tests.service.ts'

export const databaseRoutes = (deps: Deps): Router => {
  const router = Router()
  // These carry no credentials (`admin.md §7`).
  const limited: Guard<void> = (req) => deps.rateLimit('databaseTest', { address: req.ip })
  endpoint(router, testConnection, limited, () => connectionTest(deps))
  endpoint(router, testSchema, limited, () => schemaTest(deps))
  endpoint(router, testCounts, limited, () => countsTest(deps))
  endpoint(router, testQueries, limited, () => queriesTest(deps))
  endpoint(router, countInactive, operator, () => inactiveAccounts(deps))
  endpoint(router, purgeInactive, operator, (_input, who, res) => purgeAccounts(deps, who, res))
  endpoint(router, resetDatabase, operator, (_input, who, res) => resetAll(deps, who, res))
  endpoint(router, importMedia, operator, (_input, who, res) => importAll(deps, who, res))
  return router
}
