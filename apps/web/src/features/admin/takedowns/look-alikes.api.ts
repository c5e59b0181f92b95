import type { decideLookAlike, LookAlike, listLookAlikes } from '@hotvote/shared/look-alikes'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callWithToken, pagesWithToken } from '../../../lib/operator/call-as-operator.ts'
import { polled } from '../../../lib/operator/operator-query.ts'
import { TAKEDOWNS } from './takedowns.api.ts'

const LOOK_ALIKES = [...TAKEDOWNS, 'look-alikes']

/** Pictures come with each: few at a time. */
const SHOWN = 12

/** The oldest of them. */
export const lookAlikesQuery = queryOptions({
  queryKey: LOOK_ALIKES,
  queryFn: () =>
    pagesWithToken<typeof listLookAlikes>('GET /api/admin/look-alikes', { query: { limit: SHOWN } }).queryFn({
      pageParam: undefined,
    }),
  staleTime: 0,
  ...polled,
})

export type Decision = 'publish' | 'remove'

const DONE = { publish: 'The item was published', remove: 'The item was removed' } as const

export const decisionMutation = (decision: Decision) =>
  mutationOptions({
    mutationFn: ({ media }: LookAlike) =>
      callWithToken<typeof decideLookAlike>('POST /api/admin/look-alikes/:mediaId', {
        params: { mediaId: media.id },
        body: { decision },
      }),
    meta: {
      invalidates: [TAKEDOWNS, ['admin', 'overview'], ['admin', 'media'], ['admin', 'users']],
      refetchOnLostAnswer: [LOOK_ALIKES],
      done: { title: 'Success', description: DONE[decision] },
      failed: { title: 'Error', fallback: 'The decision could not be saved' },
    },
  })
