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
import { type Guard, operator, patientOperator } from '../../http/guards.ts'
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
  endpoint(router, purgeInactive, patientOperator, (_input, who) => purgeAccounts(deps, who))
  endpoint(router, resetDatabase, patientOperator, (_input, who) => resetAll(deps, who))
  endpoint(router, importMedia, patientOperator, (_input, who) => importAll(deps, who))
  return router
}
