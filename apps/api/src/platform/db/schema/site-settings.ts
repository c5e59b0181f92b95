import { sql } from 'drizzle-orm'
import { bigint, check, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from './columns.ts'

/** Append-only: the newest version of a name is current (docs/decisions/018). */
export const settings = pgTable(
  'settings',
  {
    name: text().notNull(),
    /** Counts from 1. */
    version: integer().notNull(),
    values: jsonb().$type<Record<string, unknown>>().notNull(),
    /** `operator`, as in the audit log. */
    actor: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: 'settings_pkey', columns: [t.name, t.version] }),
    check('settings_version', sql`${t.version} > 0`),
  ],
)

/** Redirects reported by visitors' browsers, per day. */
export const redirectCounts = pgTable(
  'redirect_counts',
  { day: date().notNull(), kind: text().notNull(), count: bigint({ mode: 'number' }).notNull().default(0) },
  (t) => [
    primaryKey({ name: 'redirect_counts_pkey', columns: [t.day, t.kind] }),
    check('redirect_counts_kind', sql`${t.kind} in ('idle', 'back', 'swipe')`),
  ],
)
