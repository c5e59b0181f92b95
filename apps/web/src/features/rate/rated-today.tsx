import { count, counted } from '@hotvote/shared/counted'
import type { ratingsSince } from '@hotvote/shared/stats'
import { tallyOf } from '@hotvote/shared/tally'
import { queryOptions, useIsMutating, useQuery } from '@tanstack/react-query'
import { useNow } from '../../lib/browser/use-now.ts'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'
import { useSession } from '../../lib/visitor/session.ts'
import { voteMutation } from './rate.api.ts'

/** As high as what it says: two lines, three on a phone. */
const PLACE = 'mt-3 min-h-18 text-mute sm:min-h-12'

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

/** Makes the numbers add up: some items have no other votes, or as many of each kind. */
const noMajority = (items: number) =>
  items === 0 ? '' : `; the other ${items === 1 ? 'one has' : `${count(items)} have`} no majority yet`

/**
 * What somebody did today who has rated everything; nothing where that is not known. For who has `voted` just now there is room for it
 * before the answer is there, so that it moves no button.
 */
export function RatedToday({ voted = false }: { voted?: boolean }) {
  const { data: user } = useSession()
  // Looked at anew each minute: the screen may be open when the day ends.
  useNow()
  const since = startOfToday()
  const isVoteUnderWay = useIsMutating({ mutationKey: voteMutation.mutationKey }) > 0
  const { data, isError } = useQuery({
    ...ratingsQuery(user?.id, since),
    enabled: user !== undefined && !isVoteUnderWay,
  })
  if (!data) return voted && !isError && <p className={PLACE} />
  const { total, hot, comparable, agreed } = data
  if (total === 0) return null
  return (
    <p role="status" className={PLACE}>
      Today you rated {counted(total, 'item')}, {tallyOf(hot, total - hot).hotPercentage}% of them Hot.
      {comparable > 0 && ` You agreed with most others on ${agreed} of ${comparable}${noMajority(total - comparable)}.`}
    </p>
  )
}
