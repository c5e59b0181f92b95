import { useEffect } from 'react'
import { NotCalledError } from '../api/call-error.ts'
import { OPERATOR_TOKEN_KEY, readInTab, readStored, writeInTab, writeStored } from '../browser/preferences.ts'
import { store } from '../browser/store.ts'

/** Key that marks this tab's login as expired rather than logged out (docs/decisions/013). */
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

/** Role of the login, stored so that a reload shows a moderator's menu immediately. */
export const ROLE_KEY = 'adminRole'

export function saveOperatorToken(token: string) {
  // The role of an earlier login would close screens to this one.
  writeStored(ROLE_KEY, null)
  setLogin(token, false)
}

/** Logs out. The next login does not restore the current screen. */
export const clearOperator = () => setLogin(null, false)

/** Marks the login as expired. The next login restores the current screen. */
export const expireOperator = () => setLogin(null, true)

/** Reads the stored token, because the event's value may already be outdated. */
const onStorage = ({ key }: StorageEvent) => {
  if (key !== OPERATOR_TOKEN_KEY && key !== null) return
  const hasEnded = operatorToken() === null
  writeEnded(hasEnded)
  login.set(getLogin(hasEnded))
}
/** Updates the login on a page restored from the back/forward cache, which misses storage events. */
const onPageShow = () => login.set(getLogin(readEnded()))

/** Returns `open`, `ended` or `none`. Also follows logins and logouts in other tabs. */
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

/** Encodes a Basic credential in UTF-8 (RFC 7617). */
export const encodeCredential = (username: string, password: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))

/**
 * Call this before requests that need a token (`admin.md §6`).
 * @throws {NotCalledError} 'Admin authentication required'
 */
export function requireOperator() {
  if (operatorToken() === null) throw new NotCalledError('Admin authentication required')
}
