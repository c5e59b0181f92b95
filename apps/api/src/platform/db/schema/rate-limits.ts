import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/** Required by rate-limiter-flexible; unlogged, so calls do not wait for the disk (docs/decisions/024). */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
