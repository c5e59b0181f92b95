import { CallError, describeError } from '../../../lib/api/call-error.ts'
import { openLogin } from '../../../lib/operator/call-as-operator.ts'

/** Request for a single media item, which is enough to check the credentials (`admin.md §6`). */
const CHECK = '/api/admin/media?limit=1'

/**
 * Exchanges the credentials for a token, so the browser never stores a password.
 * @throws {CallError} `code_required` if the operator has a second factor
 */
export async function logIn(credential: string, code?: string): Promise<string> {
  if (code !== undefined) return openLogin(credential, code)
  const answer = await fetch(CHECK, { headers: { Authorization: `Basic ${credential}` }, cache: 'no-store' })
  // Always read the body, because the request never finishes otherwise.
  const text = await answer.text()
  const failure = answer.ok ? undefined : new CallError(answer.status, answer.statusText, text)
  // The login response reports whether a code or the setup of a second factor is needed.
  if (failure && failure.code !== 'code_required') throw failure
  return openLogin(credential)
}

const NO_ANSWER = "The server didn't answer. Try again in a moment."

/** Message for a failed login (`admin.md §8`). If logins are locked, the server's message says for how long. */
export function loginProblem(error: unknown): { text: string; advice?: string } {
  if (!(error instanceof CallError)) return { text: 'Login failed', advice: NO_ANSWER }
  return {
    text:
      error.status === 401 && error.code !== 'code_required'
        ? 'Invalid credentials'
        : describeError(error, 'Login failed'),
  }
}
