import { sql } from 'drizzle-orm'
import { index, integer, pgTable, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, identity } from './columns.ts'

/** Networks with many new visitors within an hour. Each waits for the operator until `decidedAt` is set. */
export const surges = pgTable(
  'surges',
  {
    id: identity(),
    /** Keyed hash (docs/decisions/032); the row is deleted after 30 days. */
    network: bytea().notNull(),
    /** New visitors in the hour before `until`. */
    visitors: integer().notNull(),
    until: timestamp({ withTimezone: true }).notNull(),
    openedAt: timestamp('opened_at', { withTimezone: true }).notNull().defaultNow(),
    mailedAt: timestamp('mailed_at', { withTimezone: true }).notNull().defaultNow(),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('surges_network_key').on(t.network),
    index('surges_waiting').on(t.openedAt, t.id).where(sql`${t.decidedAt} is null`),
  ],
)
