import type { Answer, Sent } from '@hotvote/shared/contract'
import type {
  listTakedowns,
  RejectionReason,
  reviewTakedown,
  showTakedown,
  TakedownStatus,
  takedownCounts,
  takedownMail,
} from '@hotvote/shared/operator/takedown-review'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { withoutEmpty } from '../../../lib/browser/url-state.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { callWithToken } from '../../../lib/operator/call-as-operator.ts'
import { pageQuery, polled } from '../../../lib/operator/operator-query.ts'

export type ShownTakedown = Answer<typeof showTakedown>

export const TAKEDOWNS = ['admin', 'takedowns']

/** Fewer rows than in a table, because the open request scrolls with the list. */
const LIST_ROWS = 20

export type TakedownFilters = Partial<Sent<typeof listTakedowns, 'query'>>

/** One page of takedown requests. Only the first page is polled. */
export const takedownsQuery = (filters: TakedownFilters, cursor: string) =>
  queryOptions({
    ...pageQuery<typeof listTakedowns>('GET /api/admin/dmca-takedowns', cursor, {
      key: [...TAKEDOWNS, 'list'],
      needsToken: true,
      query: { ...filters, limit: LIST_ROWS },
    }),
    ...(cursor === '' && polled),
  })

export const takedownCountsQuery = queryOptions({
  queryKey: [...TAKEDOWNS, 'counts'],
  queryFn: () => callWithToken<typeof takedownCounts>('GET /api/admin/dmca-takedown-counts'),
  staleTime: 0,
  ...polled,
})

export const takedownQuery = (takedownId: number) =>
  queryOptions({
    queryKey: [...TAKEDOWNS, 'one', takedownId],
    queryFn: () =>
      callWithToken<typeof showTakedown>('GET /api/admin/dmca-takedowns/:takedownId', { params: { takedownId } }),
    staleTime: 0,
    ...polled,
  })

/** Specifies whether resolving removes the request's items, and which items to `keep`. */
export type Removal = { removeMedia: boolean; keep: number[] }

/** Explanation of a rejection in the mail to the complainant. */
export type Rejection = { reason: RejectionReason; words: string }

export type Decision = Removal & { status: 'resolved' | 'rejected'; rejection?: Rejection }

export const takedownMailQuery = (takedownId: number, { status, removeMedia, keep, rejection }: Decision) =>
  queryOptions({
    queryKey: [...TAKEDOWNS, 'mail', takedownId, status, removeMedia, keep, rejection],
    queryFn: () =>
      callWithToken<typeof takedownMail>('GET /api/admin/dmca-takedowns/:takedownId/mail', {
        params: { takedownId },
        query: { status, removeMedia: `${removeMedia}`, keep: keep.join(), ...rejection },
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    ...polled,
  })

type Review = Removal & {
  rejection?: Rejection
  takedownId: number
  status: TakedownStatus
  adminNotes: string
  notesAsRead: string
}

export const reviewMutation = mutationOptions({
  mutationFn: ({ takedownId, removeMedia, keep, rejection, ...body }: Review) =>
    callWithToken<typeof reviewTakedown>('PATCH /api/admin/dmca-takedowns/:takedownId', {
      params: { takedownId },
      body: { ...body, ...rejection, ...(removeMedia && { removeMedia, keep }) },
    }),
  meta: {
    // Also invalidate media queries, because a decision may delete items.
    invalidates: [TAKEDOWNS, ['admin', 'overview'], ['admin', 'media']],
    refetchOnLostAnswer: [TAKEDOWNS],
    done: { title: 'Success', description: 'DMCA takedown updated successfully' },
    failed: { title: 'Error', fallback: 'Failed to update takedown' },
  },
})

export const LIST_PARAMS = { status: '', search: '', order: '', cursor: '' }
export type TakedownParams = typeof LIST_PARAMS & { id: string }

export const takedownsHref = (params: TakedownParams) => {
  const query = new URLSearchParams(withoutEmpty(params)).toString()
  return query === '' ? adminPaths.dmca : `${adminPaths.dmca}?${query}`
}

export const parseId = ({ id }: TakedownParams) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined)
