import { index, pgTable, timestamp } from 'drizzle-orm/pg-core'
import { bytea, createdAt } from './columns.ts'

/** Where the operator is logged in. Only hashes are stored: of the token, and of the name and password it was given for. */
export const operatorLogins = pgTable(
  'operator_logins',
  {
    tokenHash: bytea('token_hash').primaryKey(),
    /** Keyed with the site's secret; another password makes another one, and so ends the login. */
    credentialHash: bytea('credential_hash').notNull(),
    createdAt: createdAt(),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('operator_logins_used_at').on(t.usedAt)],
)
