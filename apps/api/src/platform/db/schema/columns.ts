import { sql } from 'drizzle-orm'
import { bigint, customType, timestamp } from 'drizzle-orm/pg-core'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const identity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
export const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow()
/** `lifetime` is a PostgreSQL interval. */
export const expiresAfter = (lifetime: string) =>
  timestamp('expires_at', { withTimezone: true })
    .notNull()
    .default(sql.raw(`now() + interval '${lifetime}'`))
