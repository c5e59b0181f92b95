import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Whether these bytes are no SHA-256. An id of 32 characters has the length of a hash, but no hash consists of such
 * characters alone.
 */
export const isNoHash = (column: PgColumn) =>
  sql`(octet_length(${column}) <> 32 OR encode(${column}, 'escape') ~ '^[A-Za-z0-9_-]+$')`
