import type { Profile } from '@hotvote/shared/visitor/profiles'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { describeError } from '../api/call-error.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../browser/toasts.ts'
import { endSession, isLoginOver, postSession, sessionKey } from './open-session.ts'
import { beginSession, isLoggedOut, rememberedSession, rememberSession, setLoggedOut } from './stored-session.ts'

/** Parameters of the mail link with which the page was opened. */
let link: URLSearchParams | null = null

/** Removes a mail link's parameters from the URL (`visitor.md §2`). Call this first, so the code never leaks. */
export function readLoginLink() {
  const address = new URL(location.href)
  const given = new URLSearchParams(address.search)
  for (const name of ['verified', 'session', 'left-behind', 'error']) address.searchParams.delete(name)
  if (address.searchParams.size === given.size) return
  link = given
  history.replaceState(history.state, '', address)
}

/** Opens the session of a mail link. After a failure, the code is kept for a retry. */
const sessionFromLink = async () => {
  const opened = link
  link = null
  try {
    return opened && (await (await import('./login-link.ts')).openLink(opened))
  } catch (failure) {
    link = opened
    throw failure
  }
}

const openOwnSession = async () => {
  if (isLoggedOut()) return null
  try {
    return await postSession()
  } catch (error) {
    if (isLoginOver(error) || isLoggedOut()) return null
    throw error
  }
}

/** Query for the visitor, or null after a logout. Never expires or retries (`visitor.md §4`). */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: async (): Promise<Session | null> => (await sessionFromLink()) ?? (await openOwnSession()),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  retry: false,
  // Don't repeat a failed request each time a screen is mounted.
  retryOnMount: false,
  refetchOnMount: ({ state }) => state.status !== 'error',
})

export const useSession = () => useQuery(sessionQuery)

/** Updates the visitor everywhere, including local storage. */
export function changeSession(profile: Profile) {
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, ...profile })
  rememberSession({ ...rememberedSession(), ...profile })
}

/** Creates a new visitor (`visitor.md §4`). The old session must end first, because its cookie takes precedence. */
export async function startNewVisitor() {
  try {
    await endSession()
  } catch (error) {
    const description = describeError(error, "The server didn't answer. Try again in a moment.")
    return toast({ title: 'Login Failed', description, variant: 'destructive' })
  }
  beginSession()
  setLoggedOut(false)
  location.reload()
}
