import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core'

/** The shape that rate-limiter-flexible expects; unlogged, so no call waits for the disk (docs/decisions/024). */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
