import { CallError, describeError } from '../../../lib/api/call-error.ts'
import { openLogin } from '../../../lib/operator/call-as-operator.ts'

/** The list of media says who is the operator (`admin.md §6`); one entry is enough to know. */
const CHECK = '/api/admin/media?limit=1'

/**
 * Asks the server whether name and password are the operator's, and for the token of a login with them, which is what
 * the browser keeps.
 * @throws {CallError} for any answer but success, or what `fetch` throws when there is none
 */
export async function logIn(credential: string): Promise<string> {
  const answer = await fetch(CHECK, { headers: { Authorization: `Basic ${credential}` }, cache: 'no-store' })
  // Read in any case: until then the request is not over.
  const text = await answer.text()
  if (!answer.ok) throw new CallError(answer.status, answer.statusText, text)
  return openLogin(credential)
}

const NO_ANSWER = 'The server did not answer. Try again in a moment.'

/** What a failed login says (`admin.md §8`) and what to do next; a lock says itself how long it lasts. */
export function loginProblem(error: unknown): { text: string; advice?: string } {
  if (!(error instanceof CallError)) return { text: 'Login failed', advice: NO_ANSWER }
  return { text: error.status === 401 ? 'Invalid credentials' : describeError(error, 'Login failed') }
}
