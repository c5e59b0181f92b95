import { useSyncExternalStore } from 'react'
import { store } from '../browser/store.ts'
import { useSession } from './session.ts'
import { readFlag, type SessionFlag, writeFlag } from './stored-flags.ts'
import { isLoggedOut } from './stored-session.ts'

const changes = store(0)

/** Tells when a flag may have changed, here or in another tab. */
const watchFlags = (listener: () => void) => {
  const unsubscribe = changes.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    unsubscribe()
    removeEventListener('storage', listener)
  }
}

/** Stored in this browser for this session, unless they have logged out meanwhile. */
export function setFlag(flag: SessionFlag, sessionId: string, value = 'true') {
  if (!isLoggedOut()) writeFlag(flag, sessionId, value)
  changes.set(changes.get() + 1)
}

export function useFlag(flag: SessionFlag) {
  const { data: user } = useSession()
  const isSet = () => (user ? readFlag(flag, user.sessionId) !== null : false)
  return useSyncExternalStore(watchFlags, isSet, isSet)
}

/** The visitor gave an address: neither the hint nor the rate screen asks for one any more (`visitor.md §4`). */
export function noteEmailGiven(sessionId: string) {
  setFlag('email-given', sessionId)
  setFlag('account-save-seen', sessionId)
}
