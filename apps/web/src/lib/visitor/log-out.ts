import type { logOut as logOutCall } from '@hotvote/shared/accounts'
import { callApi } from '../net/call-api.ts'
import { endVisit } from './end-visit.ts'

/** Milliseconds that logging out, and the question before it, wait for the server. */
const TIMEOUT_MS = 1500

/** The answer; nothing when it fails or does not come in time. */
export const answerInTime = <Answer>(request: Promise<Answer>) =>
  Promise.race([request.catch(() => undefined), new Promise<undefined>((done) => setTimeout(done, TIMEOUT_MS))])

/** The server ends the session and takes its cookie; not waited for when it does not answer. */
export const endSession = () => answerInTime(callApi<typeof logOutCall>('POST /api/auth/logout'))

/** Logout (`visitor.md §4`): this browser forgets the visitor, whether or not the server can be told. */
export async function logOut() {
  endVisit()
  await endSession()
  location.reload()
}
