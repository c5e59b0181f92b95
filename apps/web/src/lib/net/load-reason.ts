import { CallError, isOutage, textOf } from './call-error.ts'
import { isOnline } from './reachability.ts'

/** Shown beside what failed because of an outage; `retried-queries.ts` keeps the promise. */
export const OUR_SIDE = "The problem is on our side. We'll try again automatically."
const OFFLINE = "You are offline. We'll try again when you're back."

const withoutWords = (error: unknown) => {
  if (!(error instanceof CallError)) return isOnline() ? `The server did not answer. ${OUR_SIDE}` : OFFLINE
  return isOutage(error) ? OUR_SIDE : `The server answered with an error (HTTP ${error.status}).`
}

/** Why something could not be loaded: the server's words, else what it answered with, else that it did not. */
export const reasonOf = (error: unknown) => textOf(error, withoutWords(error))
