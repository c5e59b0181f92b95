import type { emailCaptureConfig } from '@hotvote/shared/visitor/email-capture'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { cachedFor, SETTINGS_CACHE_MS } from '../api/cached-for.ts'
import { store } from '../browser/store.ts'
import { callAsVisitor } from './call-as-visitor.ts'
import { useSession } from './session.ts'
import { useEmailGiven } from './stored-session.ts'
import { useVoteCount } from './vote-count.ts'

export const emailCaptureQuery = queryOptions({
  queryKey: ['email-capture-config'],
  queryFn: () => callAsVisitor<typeof emailCaptureConfig>('GET /api/email-capture-config'),
  ...cachedFor(SETTINGS_CACHE_MS),
  meta: { isQuiet: true },
})

/** Id of the visitor who chose "later" during this visit. */
const dismissedBy = store<number | null>(null)
export const dismissEmailCapture = (userId: number) => dismissedBy.set(userId)

/** Returns `blocks` if the visitor chose "later" and must now enter an address to vote (`visitor.md §4`). */
export function useEmailCapture(): 'rests' | 'asks' | 'blocks' {
  const { data: user } = useSession()
  const { data: config } = useQuery(emailCaptureQuery)
  const votes = useVoteCount()
  const isGiven = useEmailGiven()
  const isDismissed = dismissedBy.use() === user?.id
  const isDue = config?.isEnabled && votes >= config.voteThreshold
  if (!user || user.email || isGiven || !isDue) return 'rests'
  return isDismissed ? 'blocks' : 'asks'
}
