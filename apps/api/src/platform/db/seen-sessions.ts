/** Accurate to ten minutes, so most calls write nothing. */
export const IS_SEEN_LONG_AGO = `sessions.seen_at < now() - interval '10 minutes'`
