import { CallError, textOf } from './call-error.ts'

const NO_ANSWER = 'The server did not answer. Check your connection.'

/** Why something could not be loaded: the server's words, else what it answered with, else that it did not. */
export const reasonOf = (error: unknown) =>
  textOf(error, error instanceof CallError ? `The server answered with an error (HTTP ${error.status}).` : NO_ANSWER)
