import { store } from '../browser/store.ts'
import { useSession } from './session.ts'
import { readFlag, type SessionFlag, writeFlag } from './stored-flags.ts'
import { isLoggedOut } from './stored-session.ts'

const changes = store(0)

/** Stored in this browser for this session, unless they have logged out meanwhile. */
export function setFlag(flag: SessionFlag, sessionId: string, value = 'true') {
  if (!isLoggedOut()) writeFlag(flag, sessionId, value)
  changes.set(changes.get() + 1)
}

export function useFlag(flag: SessionFlag) {
  const { data: user } = useSession()
  changes.use()
  return user ? readFlag(flag, user.sessionId) !== null : false
}

/** The visitor gave an address: neither the hint nor the rate screen asks for one any more (`visitor.md §4`). */
export function noteEmailGiven(sessionId: string) {
  setFlag('email-given', sessionId)
  setFlag('account-save-seen', sessionId)
}
