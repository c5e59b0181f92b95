/**
 * The condition of a vote that counts: it was not set aside (docs/decisions/063). `votes` is the name of its table in the
 * statement.
 */
export const isCounted = (votes = 'votes') =>
  `NOT EXISTS (SELECT FROM set_aside_votes aside WHERE aside.user_id = ${votes}.user_id AND aside.media_id = ${votes}.media_id)`
