import { useSyncExternalStore } from 'react'
import { NotCalledError } from './call-error.ts'

/** Where the operator's credential is kept (`admin.md §3`): that of a login, not the password (docs/decisions/043). */
const TOKEN_KEY = 'adminToken'

const listeners = new Set<() => void>()
const changed = () => {
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

export function rememberOperator(token: string) {
  inMemory = token
  try {
    localStorage.setItem(TOKEN_KEY, token)
  } catch {}
  changed()
}

export function forgetOperator() {
  inMemory = null
  try {
    localStorage.removeItem(TOKEN_KEY)
  } catch {}
  changed()
}

const subscribe = (listener: () => void) => {
  const heard = ({ key, newValue }: StorageEvent) => {
    if (key !== TOKEN_KEY && key !== null) return
    inMemory = newValue
    listener()
  }
  listeners.add(listener)
  addEventListener('storage', heard)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', heard)
  }
}

/** Whether somebody is logged in as the operator in this browser; follows other tabs. */
export const useIsOperator = () => useSyncExternalStore(subscribe, operatorToken) !== null

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
