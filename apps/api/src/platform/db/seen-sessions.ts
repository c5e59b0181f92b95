/** Condition for updating `seen_at`, which is accurate to ten minutes so that most calls write nothing. */
export const IS_SEEN_LONG_AGO = `sessions.seen_at < now() - interval '10 minutes'`
