import type { logOut as logOutCall } from '@hotvote/shared/accounts'
import { queryClient } from './query-client.ts'
import { sessionKey } from './renew-session.ts'
import { send } from './send.ts'
import { forgetSession, setLoggedOut } from './stored-session.ts'

/** Milliseconds that the page waits for the server to hear of it. */
const FAREWELL_MS = 1500
const endings = new Set<() => void>()

/** What acts in the visitor's name by itself stops when they log out here. */
export const onLogOut = (end: () => void) => {
  endings.add(end)
}

/** Logout (`visitor.md §4`): this browser forgets the visitor, whether or not the server can be told. */
export async function logOut() {
  setLoggedOut(true)
  forgetSession()
  for (const end of endings) end()
  queryClient.setQueryData(sessionKey, null)
  const told = send<typeof logOutCall>('POST /api/auth/logout').catch(() => {})
  await Promise.race([told, new Promise((done) => setTimeout(done, FAREWELL_MS))])
  location.reload()
}
