import { index, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { bytea, createdAt } from './columns.ts'

/** Stores only hashes: of the token, and of the operator's name and password. */
export const operatorLogins = pgTable(
  'operator_logins',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** Keyed with the site's secret. A changed password changes it, which ends the login. */
    credentialHash: bytea('credential_hash').notNull(),
    createdAt: createdAt(),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('operator_logins_used_at').on(t.usedAt)],
)
