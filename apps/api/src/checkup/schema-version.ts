import { z } from 'zod'
import { knownMigrations } from '../db/migrate.ts'
import { statement } from '../db/statement.ts'
import type { Check } from './check.ts'

const MIGRATIONS = statement({
  name: 'checkup_migrations',
  row: { hash: z.string(), times: z.number() },
  text: 'SELECT hash, count(*) AS times FROM drizzle.__drizzle_migrations GROUP BY hash',
})

/** The schema has had each migration of this version once, and no other. */
export const schemaVersion: Check = {
  title: 'Database schema',
  look: async ({ db }) => {
    const applied = new Map((await db.query(MIGRATIONS)).map(({ hash, times }) => [hash, times]))
    const known = knownMigrations()
    const unknown = [...applied.keys()].filter((hash) => !known.some((one) => one.hash === hash))
    return {
      wrong: [
        ...known.filter(({ hash }) => !applied.has(hash)).map(({ name }) => `migration ${name} is missing`),
        ...known.filter(({ hash }) => (applied.get(hash) ?? 0) > 1).map(({ name }) => `migration ${name} ran twice`),
        ...unknown.map((hash) => `migration ${hash.slice(0, 8)} is not of this version`),
      ],
    }
  },
}
