import { counted } from '@hotvote/shared/counted'
import type { ratingsSince } from '@hotvote/shared/stats'
import { queryOptions, useIsMutating, useQuery } from '@tanstack/react-query'
import { useNow } from '../../lib/browser/use-now.ts'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'
import { useSession } from '../../lib/visitor/session.ts'
import { voteMutation } from './rate.api.ts'

const startOfToday = () => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

const ratingsQuery = (userId: number | undefined, since: string) =>
  queryOptions({
    queryKey: ['rating', 'since', userId, since],
    queryFn: () =>
      callAsVisitor<typeof ratingsSince>('GET /api/users/:userId/ratings', {
        params: { userId: userId ?? 0 },
        query: { since },
      }),
    staleTime: 0,
  })

/** What somebody did today who has rated everything; nothing where that is not known. */
export function RatedToday() {
  const { data: user } = useSession()
  // Looked at anew each minute: the screen may be open when the day ends.
  useNow()
  const since = startOfToday()
  const isVoteUnderWay = useIsMutating({ mutationKey: voteMutation.mutationKey }) > 0
  const { data } = useQuery({ ...ratingsQuery(user?.id, since), enabled: user !== undefined && !isVoteUnderWay })
  if (!data || data.total === 0) return null
  const { total, hot, comparable, agreed } = data
  return (
    <p role="status" className="mt-3 text-mute">
      Today you rated {counted(total, 'item')}, {Math.round((100 * hot) / total)}% of them Hot.
      {comparable > 0 && ` You agreed with most others on ${agreed} of ${comparable}.`}
    </p>
  )
}
