import type { operatorLogIn, operatorLogOut } from '@hotvote/shared/operator-login'
import { fetchContract } from '../net/call-api.ts'
import { callAsOperator } from './call-as-operator.ts'
import { forgetOperator, operatorToken, rememberOperator } from './operator.ts'

/**
 * The token of a login with a Basic credential of name and password.
 * @throws {CallError} for any answer but success, or what `fetch` throws when there is none
 */
export async function openLogin(credential: string): Promise<string> {
  const headers = { Authorization: `Basic ${credential}` }
  return (await fetchContract<typeof operatorLogIn>('POST /api/admin/login', undefined, headers)).answer.token
}

/** This browser forgets the operator, and the server ends the login as soon as it hears of it. */
export function endLogin() {
  if (operatorToken() !== null) callAsOperator<typeof operatorLogOut>('POST /api/admin/logout').catch(() => {})
  forgetOperator()
}

const isPassword = (token: string) => {
  try {
    return !/^[^:]*:hv-login-/.test(atob(token))
  } catch {
    return false
  }
}

/** A browser that still keeps name and password, as it once did, gets a login in their place. */
export async function tradePassword() {
  const kept = operatorToken()
  if (kept === null || !isPassword(kept)) return
  // What is wrong with it is told by the calls of the screen.
  const token = await openLogin(kept).catch(() => undefined)
  if (token !== undefined && operatorToken() === kept) rememberOperator(token)
}
