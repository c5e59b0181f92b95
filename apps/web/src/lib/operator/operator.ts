import { useSyncExternalStore } from 'react'
import { NotCalledError } from '../net/call-error.ts'

/** Where the operator's credential is kept (`admin.md §3`): that of a login, not the password (docs/decisions/043). */
const TOKEN_KEY = 'adminToken'
/** Kept by the tab: its login ended without a Logout in it (docs/decisions/046). */
const ENDED_KEY = 'adminLoginEnded'

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

// A browser may refuse storage altogether; the login then lasts until the page is closed.
let inMemory: string | null = null

export const operatorToken = () => {
  try {
    return localStorage.getItem(TOKEN_KEY) ?? inMemory
  } catch {
    return inMemory
  }
}

const readEnded = () => {
  try {
    return sessionStorage.getItem(ENDED_KEY) !== null
  } catch {
    return false
  }
}

let isEnded = readEnded()

function setEnded(next: boolean) {
  isEnded = next
  try {
    if (next) sessionStorage.setItem(ENDED_KEY, 'true')
    else sessionStorage.removeItem(ENDED_KEY)
  } catch {}
}

export function saveOperatorToken(token: string) {
  inMemory = token
  setEnded(false)
  try {
    localStorage.setItem(TOKEN_KEY, token)
  } catch {}
  notify()
}

function clearToken() {
  inMemory = null
  try {
    localStorage.removeItem(TOKEN_KEY)
  } catch {}
  notify()
}

/** Logout: the next login starts afresh. */
export function clearOperator() {
  setEnded(false)
  clearToken()
}

/** The login has expired: the next one goes on where this one was. */
export function expireOperator() {
  setEnded(true)
  clearToken()
}

const subscribe = (listener: () => void) => {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== TOKEN_KEY && key !== null) return
    inMemory = newValue
    setEnded(newValue === null)
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

/** Whether somebody is logged in as the operator, was until their login ended, or is not; follows other tabs. */
export const useOperatorLogin = () =>
  useSyncExternalStore(subscribe, () => (operatorToken() !== null ? 'open' : isEnded ? 'ended' : 'none'))

/** `username:password` as the Basic header carries it (RFC 7617), in UTF-8. */
export const credentialOf = (username: string, password: string) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))

/**
 * For the screens that do not ask the server without a token (`admin.md §6`): call it before the call.
 * @throws {NotCalledError} 'Admin authentication required'
 */
export function requireOperator() {
  if (operatorToken() === null) throw new NotCalledError('Admin authentication required')
}
