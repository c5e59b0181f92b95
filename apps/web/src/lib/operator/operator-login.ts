import type { operatorLogIn, operatorLogOut } from '@hotvote/shared/operator-login'
import { fetchContract } from '../net/call-api.ts'
import { callAsOperator } from './call-as-operator.ts'
import { clearOperator, operatorToken, saveOperatorToken } from './operator.ts'

/**
 * The token of a login with a Basic credential of name and password.
 * @throws {CallError} for any answer but success, or what `fetch` throws when there is none
 */
export async function openLogin(credential: string): Promise<string> {
  const headers = { Authorization: `Basic ${credential}` }
  return (await fetchContract<typeof operatorLogIn>('POST /api/admin/login', undefined, { headers })).answer.token
}

/** This browser forgets the operator, and the server ends the login as soon as it hears of it. */
export function endLogin() {
  if (operatorToken() !== null) callAsOperator<typeof operatorLogOut>('POST /api/admin/logout').catch(() => {})
  clearOperator()
}

const isPassword = (token: string) => {
  try {
    return !/^[^:]*:hv-login-/.test(atob(token))
  } catch {
    return false
  }
}

/** Earlier versions stored name and password: exchanges them for the token of a login. */
export async function exchangePassword() {
  const stored = operatorToken()
  if (stored === null || !isPassword(stored)) return
  // If they are wrong, the calls of the screen say so.
  const token = await openLogin(stored).catch(() => undefined)
  if (token !== undefined && operatorToken() === stored) saveOperatorToken(token)
}
