/**
 * The condition of a session whose time is written anew when its visitor calls. That is as exact as anybody needs to know when
 * they were there, and most calls write nothing.
 */
export const IS_SEEN_LONG_AGO = `sessions.seen_at < now() - interval '10 minutes'`
