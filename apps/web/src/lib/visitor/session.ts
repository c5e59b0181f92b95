import type { Profile } from '@hotvote/shared/profiles'
import type { Session } from '@hotvote/shared/sessions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { isStorageBlocked } from '../browser/browser-storage.ts'
import { queryClient } from '../net/query-client.ts'
import { endSession } from './log-out.ts'
import { sessionFromLink } from './login-link.ts'
import { findVisitor, isLoginOver } from './renew-session.ts'
import { sessionKey } from './session-key.ts'
import { beginSession, isLoggedOut, rememberedSession, rememberSession, setLoggedOut } from './stored-session.ts'

const openOwnSession = async () => {
  if (isLoggedOut()) return null
  try {
    const session = await findVisitor()
    // They may have logged out meanwhile.
    return isLoggedOut() ? null : session
  } catch (error) {
    if (isLoginOver(error) || isLoggedOut()) return null
    throw error
  }
}

/**
 * The visitor, or null while the logged-out marker is set; who comes by a link from a mail comes first. Asked once,
 * kept without expiry, never retried (`visitor.md §4`).
 */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<Session | null> => (await sessionFromLink()) ?? (await openOwnSession()),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  // It fails before anything is mounted, or while it is read again: mounting what shows it must not ask once more.
  retryOnMount: false,
  refetchOnMount: ({ state }) => state.status !== 'error',
})

export const useSession = () => useQuery(sessionQuery)

/** What is true of the visitor from now on, for every screen and for the next visit. */
export function changeSession(profile: Profile) {
  const isRead = queryClient.isFetching({ queryKey: sessionKey }) > 0
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, ...profile })
  // An answer that is on its way may be from before the change: it is not waited for any more.
  if (isRead) void queryClient.invalidateQueries({ queryKey: sessionKey })
  rememberSession({ ...rememberedSession(), ...profile })
}

/** "Login as a New User" (`visitor.md §4`): a fresh session, and the page anew. */
export async function startAfresh() {
  beginSession()
  setLoggedOut(false)
  // Otherwise its cookie would bring the old visitor back.
  if (isStorageBlocked()) await endSession()
  location.reload()
}
