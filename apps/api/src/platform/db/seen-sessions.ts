/** Most calls write nothing, because the time of a session is exact to ten minutes. */
export const IS_SEEN_LONG_AGO = `sessions.seen_at < now() - interval '10 minutes'`
