import type { operatorLogIn, operatorLogOut } from '@hotvote/shared/operator-login'
import { fetchContract } from '../net/call-api.ts'
import { callAsOperator } from './call-as-operator.ts'
import { clearOperator, operatorToken } from './operator.ts'

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
