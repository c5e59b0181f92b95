import { sql } from 'drizzle-orm'

/** Limits a join to each voter's latest session, so each voter counts toward only one network. */
export const IS_LAST_NETWORK = `sessions.network IS NOT NULL AND NOT EXISTS (
  SELECT FROM sessions newer WHERE newer.user_id = sessions.user_id AND newer.network IS NOT NULL
    AND (newer.seen_at, newer.token_hash) > (sessions.seen_at, sessions.token_hash))`

export const NETWORK_RETENTION = sql`interval '30 days'`
