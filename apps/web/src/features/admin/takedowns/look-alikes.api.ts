import type { decideLookAlike, LookAlike, listLookAlikes } from '@hotvote/shared/look-alikes'
import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import { callWithToken, pagesWithToken } from '../../../lib/operator/call-as-operator.ts'
import { polledFirstPage } from '../../../lib/operator/operator-query.ts'
import { TAKEDOWNS } from './takedowns.api.ts'

const LOOK_ALIKES = [...TAKEDOWNS, 'look-alikes']

/** Pictures come with each: few at a time. */
const PAGE = 12

export const lookAlikesQuery = infiniteQueryOptions({
  queryKey: LOOK_ALIKES,
  ...pagesWithToken<typeof listLookAlikes>('GET /api/admin/look-alikes', { query: { limit: PAGE } }),
  staleTime: 0,
  ...polledFirstPage,
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
