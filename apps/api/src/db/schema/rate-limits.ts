import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/**
 * The shape that rate-limiter-flexible expects: counters that hold across processes. `expire` is in Unix milliseconds. The
 * table is unlogged (docs/decisions/024): a call that is counted does not wait for the disk, and a crash of the database forgets them.
 */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
