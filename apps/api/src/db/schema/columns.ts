import { bigint, timestamp } from 'drizzle-orm/pg-core'

/** Columns that many tables have. */
export const identity = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()
export const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
export const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow()
