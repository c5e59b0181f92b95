import type { Session } from '@hotvote/shared/sessions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { postSession, sessionKey } from './renew-session.ts'
import { forgetSession, isLoggedOut, setLoggedOut } from './stored-session.ts'

/**
 * The visitor, or null while the logged-out marker is set. Asked once, kept without expiry, never retried
 * (`visitor.md §4`).
 */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<Session | null> => (isLoggedOut() ? null : await postSession()),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export const useSession = () => useQuery(sessionQuery)

/** "Login as a New User" (`visitor.md §4`): a fresh session, and the page anew. */
export function startAfresh() {
  setLoggedOut(false)
  forgetSession()
  location.reload()
}
