import { store } from '../browser/store.ts'
import { useSession } from './session.ts'
import { type Mark, readMark, writeMark } from './stored-marks.ts'

const changes = store(0)

/** Remembered by this browser for as long as the session is. */
export function setMark(mark: Mark, sessionId: string, value = 'true') {
  writeMark(mark, sessionId, value)
  changes.set(changes.get() + 1)
}

export function useMark(mark: Mark) {
  const { data: user } = useSession()
  changes.use()
  return user ? readMark(mark, user.sessionId) !== null : false
}

/** The visitor gave an address: neither the hint nor the rate screen asks for one any more (`visitor.md §4`). */
export function noteEmailGiven(sessionId: string) {
  setMark('email-given', sessionId)
  setMark('account-save-seen', sessionId)
}
