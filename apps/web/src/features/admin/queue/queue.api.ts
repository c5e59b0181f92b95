import type { Sent } from '@hotvote/shared/contract'
import type { dismissOutlier, Outlier, setVotesAside } from '@hotvote/shared/integrity'
import type { decideLookAlike } from '@hotvote/shared/look-alikes'
import { type listQueue, QUEUE_OUTLIER_DAYS, type QueueEntry } from '@hotvote/shared/queue'
import type { decideReports } from '@hotvote/shared/reports'
import type { decideSurge } from '@hotvote/shared/surges'
import type { reviewTakedown } from '@hotvote/shared/takedown-review'
import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../lib/net/query-client.ts'
import {
  callAsOperator,
  type ListPage,
  pagesAsOperator,
  startOperation,
} from '../../../lib/operator/call-as-operator.ts'
import { listQuery } from '../../../lib/operator/list-query.ts'
import { POLL_MS } from '../../../lib/operator/operator-query.ts'
import { selectVoters } from '../../../lib/operator/outlier-votes.ts'
import { queueCountQuery } from '../../../lib/operator/queue-count.ts'

/** Some come with pictures: few at a time. */
const PAGE = 20

const QUEUE = ['admin', 'queue']

const queuePages = pagesAsOperator<typeof listQueue>('GET /api/admin/queue', { query: { limit: PAGE } })

export const queueQuery = infiniteQueryOptions(listQuery(QUEUE, queuePages))

/** What a decision changes; other screens show it, too. */
export const CHANGED = [
  QUEUE,
  queueCountQuery.queryKey,
  ...['takedowns', 'overview', 'media', 'users', 'outliers', 'set-asides'].map((name) => ['admin', name]),
]

type Pages = InfiniteData<ListPage<typeof listQueue>>

/** Polls the first page alone, as the search for outliers behind it takes seconds on a large site. */
export const queuePoll = queryOptions({
  queryKey: ['admin', 'queue-poll'],
  queryFn: async () => {
    const updates = () => queryClient.getQueryState(QUEUE)?.dataUpdateCount
    const before = updates()
    const first = await queuePages.queryFn({ pageParam: undefined })
    const known = queryClient.getQueryData<Pages>(QUEUE)
    // A decision that was made during the poll is newer than its answer.
    if (!known || updates() !== before) return null
    if (known.pages[0]?.next === first.next)
      queryClient.setQueryData<Pages>(QUEUE, { ...known, pages: [first, ...known.pages.slice(1)] })
    else await queryClient.invalidateQueries({ queryKey: QUEUE })
    return null
  },
  initialData: null,
  refetchInterval: POLL_MS,
})

/** Takes what was decided out of the list before it is read anew. */
export const dropEntry = ({ key }: QueueEntry) =>
  queryClient.setQueryData<Pages>(
    QUEUE,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, items: page.items.filter((entry) => entry.key !== key) })),
      },
  )

export const sendReports = (mediaId: number, body: Sent<typeof decideReports, 'body'>) =>
  callAsOperator<typeof decideReports>('POST /api/admin/reports/:mediaId', { params: { mediaId }, body })

export const sendLookAlike = (mediaId: number, decision: Sent<typeof decideLookAlike, 'body'>['decision']) =>
  callAsOperator<typeof decideLookAlike>('POST /api/admin/look-alikes/:mediaId', {
    params: { mediaId },
    body: { decision },
  })

export const sendTakedown = (takedownId: number, body: Sent<typeof reviewTakedown, 'body'>) =>
  callAsOperator<typeof reviewTakedown>('PATCH /api/admin/dmca-takedowns/:takedownId', { params: { takedownId }, body })

export const sendDismissal = ({ key }: Outlier, body: Omit<Sent<typeof dismissOutlier, 'body'>, 'key'>) =>
  callAsOperator<typeof dismissOutlier>('POST /api/admin/dismissed-outliers', { body: { key, ...body } })

export const sendSurge = (surgeId: number, body: Sent<typeof decideSurge, 'body'>) =>
  callAsOperator<typeof decideSurge>('POST /api/admin/surges/:surgeId', { params: { surgeId }, body })

/** Its voters are set aside at once; their items are recounted in the background. */
export const sendSetAside = (outlier: Outlier) =>
  startOperation<typeof setVotesAside>('POST /api/admin/set-votes-aside', {
    body: selectVoters(outlier, QUEUE_OUTLIER_DAYS),
  })
