import { useEffect } from 'react'
import { NotCalledError } from '../api/call-error.ts'
import { OPERATOR_TOKEN_KEY, readInTab, readStored, writeInTab, writeStored } from '../browser/preferences.ts'
import { store } from '../browser/store.ts'

/** Kept by the tab: its login ended without a Logout in it (docs/decisions/013). */
const ENDED_KEY = 'adminLoginEnded'

export const operatorToken = () => readStored(OPERATOR_TOKEN_KEY)

const readEnded = () => readInTab(ENDED_KEY) !== null
const writeEnded = (hasEnded: boolean) => writeInTab(ENDED_KEY, hasEnded ? 'true' : null)

const getLogin = (hasEnded: boolean) => (operatorToken() !== null ? 'open' : hasEnded ? 'ended' : 'none')
const login = store(getLogin(readEnded()))

function setLogin(token: string | null, hasEnded: boolean) {
  writeStored(OPERATOR_TOKEN_KEY, token)
  writeEnded(hasEnded)
  login.set(getLogin(hasEnded))
}

export const saveOperatorToken = (token: string) => setLogin(token, false)

/** Logout: the next login starts afresh. */
export const clearOperator = () => setLogin(null, false)

/** The login has expired: the next one goes on where this one was. */
export const expireOperator = () => setLogin(null, true)

/** Another tab has logged in or out, once or several times before this is heard: what is stored now counts. */
const onStorage = ({ key }: StorageEvent) => {
  if (key !== OPERATOR_TOKEN_KEY && key !== null) return
  const hasEnded = operatorToken() === null
  writeEnded(hasEnded)
  login.set(getLogin(hasEnded))
}
/** A page that comes back from the browser's memory has heard of nothing meanwhile. */
const onPageShow = () => login.set(getLogin(readEnded()))

/** Whether somebody is logged in as the operator, was until their login ended, or is not; follows other tabs. */
export function useOperatorLogin() {
  useEffect(() => {
    onPageShow()
    addEventListener('storage', onStorage)
    addEventListener('pageshow', onPageShow)
    return () => {
      removeEventListener('storage', onStorage)
      removeEventListener('pageshow', onPageShow)
    }
  }, [])
  return login.use()
}

/** `username:password` as the Basic header carries it (RFC 7617), in UTF-8. */
export const encodeCredential = (username: string, password: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))

/**
 * For the screens that do not ask the server without a token (`admin.md §6`): call it before the call.
 * @throws {NotCalledError} 'Admin authentication required'
 */
export function requireOperator() {
  if (operatorToken() === null) throw new NotCalledError('Admin authentication required')
}
