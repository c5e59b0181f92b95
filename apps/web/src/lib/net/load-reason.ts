import { CallError, textOf } from './call-error.ts'

/** What is told beside a button that tries again, and where there is none. */
export const NO_ANSWER = 'The server did not answer. Check your connection.'
export const NO_ANSWER_RETRY = 'The server did not answer. Check your connection and try again.'

/** Why something could not be loaded: the server's words, else what it answered with, else that it did not. */
export const reasonOf = (error: unknown) =>
  textOf(error, error instanceof CallError ? `The server answered with an error (HTTP ${error.status}).` : NO_ANSWER)
