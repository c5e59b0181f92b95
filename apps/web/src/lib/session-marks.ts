import { readStored, writeStored } from './browser-storage.ts'
import { useSession } from './session.ts'
import { store } from './store.ts'

/** The hint to save the account was seen (`visitor.md §3`); an address was left, in whatever way. */
type Mark = 'account-save-seen' | 'email-given'

const keyOf = (mark: Mark, sessionId: string) => `${mark}-${sessionId}`
const changes = store(0)

/** Remembered by this browser for as long as the session is. */
export function setMark(mark: Mark, sessionId: string) {
  writeStored(keyOf(mark, sessionId), 'true')
  changes.set(changes.get() + 1)
}

export function useMark(mark: Mark) {
  const { data: user } = useSession()
  changes.use()
  return user ? readStored(keyOf(mark, user.sessionId)) === 'true' : false
}

/** The visitor gave an address: neither the hint nor the rate screen asks for one any more (`visitor.md §4`). */
export function noteEmailGiven(sessionId: string) {
  setMark('email-given', sessionId)
  setMark('account-save-seen', sessionId)
}
