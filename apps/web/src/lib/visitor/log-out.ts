import type { logOut as logOutCall } from '@hotvote/shared/accounts'
import { callApi } from '../net/call-api.ts'
import { endVisit } from './end-visit.ts'

/** Milliseconds that the page waits for the server to hear of it. */
const FAREWELL_MS = 1500

/** The server ends the session and takes its cookie; not waited for when it does not answer. */
export const endSession = () => {
  const told = callApi<typeof logOutCall>('POST /api/auth/logout').catch(() => {})
  return Promise.race([told, new Promise<void>((done) => setTimeout(done, FAREWELL_MS))])
}

/** Logout (`visitor.md §4`): this browser forgets the visitor, whether or not the server can be told. */
export async function logOut() {
  endVisit()
  await endSession()
  location.reload()
}
