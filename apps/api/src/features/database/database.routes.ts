import { resetDatabase, testConnection, testCounts, testQueries, testSchema } from '@hotvote/shared/operator/database'
import { Router } from 'express'
import type { Deps } from '../../deps.ts'
import { cachedFor } from '../../platform/db/cached.ts'
import { ping } from '../../platform/db/ping.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { guard, operatorWithPreference } from '../../platform/http/guards.ts'
import { SAMPLES, tableNames } from './database.queries.ts'
import { resetAll } from './reset.service.ts'
import { readTotals } from './totals.sql.ts'

export const resetRoutes = (deps: Deps): Router => {
  const router = Router()
  endpoint(router, resetDatabase, operatorWithPreference, (_input, caller) => resetAll(deps, caller))
  return router
}

type SiteHealthDeps = Pick<Deps, 'db'>

/** Milliseconds. */
const MAX_AGE = 1000

const timed = async <T>(work: () => Promise<T>) => {
  const start = performance.now()
  const value = await work()
  return { value, ms: Math.round((performance.now() - start) * 10) / 10 }
}

/** See `admin.md §4`. */
const connectionTest = async ({ db }: SiteHealthDeps) => {
  const { ms } = await timed(() => ping(db))
  return { success: true as const, message: 'The database answers', ms }
}

const schemaTest = async ({ db }: SiteHealthDeps) => {
  const { value, ms } = await timed(() => tableNames(db))
  return { success: true as const, tables: value, ms }
}

const countsTest = async ({ db }: SiteHealthDeps) => {
  const { value, ms } = await timed(() => readTotals(db))
  const { users, media, votes, views } = value
  return { success: true as const, totalUsers: users, totalMedia: media, totalVotes: votes, totalViews: views, ms }
}

const queriesTest = async ({ db }: SiteHealthDeps) => {
  const all = await timed(async () => {
    const queries: { name: string; ms: number }[] = []
    for (const { name, run } of SAMPLES) queries.push({ name, ms: (await timed(async () => run(db))).ms })
    return queries
  })
  return { success: true as const, queries: all.value, ms: all.ms }
}

export const siteHealthRoutes = (deps: Deps): Router => {
  const router = Router()
  const limited = guard({ isLimited: true }, (req) => deps.rateLimit('databaseTest', { address: req.ip }))
  // Callers share one count, because no other public query is as expensive.
  const counts = cachedFor(MAX_AGE, () => countsTest(deps))
  endpoint(router, testConnection, limited, () => connectionTest(deps))
  endpoint(router, testSchema, limited, () => schemaTest(deps))
  endpoint(router, testCounts, limited, counts)
  endpoint(router, testQueries, limited, () => queriesTest(deps))
  return router
}
