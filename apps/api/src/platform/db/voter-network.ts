import { sql } from 'drizzle-orm'

/** Chooses the network of the session that was seen last, so that each voter has one at most. */
export const IS_LAST_NETWORK = `sessions.network IS NOT NULL AND NOT EXISTS (
  SELECT FROM sessions newer WHERE newer.user_id = sessions.user_id AND newer.network IS NOT NULL
    AND (newer.seen_at, newer.token_hash) > (sessions.seen_at, sessions.token_hash))`

/** Keyed hashes of networks are forgotten after this time: it is as far back as anybody looks for them. */
export const NETWORK_RETENTION = sql`interval '30 days'`
