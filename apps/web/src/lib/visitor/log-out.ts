import type { logOut as logOutCall } from '@hotvote/shared/accounts'
import { callApi } from '../net/call-api.ts'
import { endVisit } from './end-visit.ts'

/** Milliseconds that logging out waits for the server. */
const TIMEOUT_MS = 1500

/** The server ends the session and takes its cookie; not waited for when it does not answer. */
export const endSession = () => {
  const request = callApi<typeof logOutCall>('POST /api/auth/logout').catch(() => {})
  return Promise.race([request, new Promise<void>((done) => setTimeout(done, TIMEOUT_MS))])
}

/** Logout (`visitor.md §4`): this browser forgets the visitor, whether or not the server can be told. */
export async function logOut() {
  endVisit()
  await endSession()
  location.reload()
}
