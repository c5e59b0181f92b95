import type { Sent } from '@hotvote/shared/contract'
import {
  type decideUploads,
  type listWaitingUploads,
  REVIEW_PAGE,
  type uploadReviewSetting,
} from '@hotvote/shared/operator/upload-review'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { POLL_MS, pageQuery } from '../../../lib/operator/operator-query.ts'
import { queueCountQuery } from '../../../lib/operator/queue-count.ts'
import { settingMutation, settingQuery } from '../../../lib/operator/setting-changes.ts'

const REVIEW = ['admin', 'review']

/** Polls only while no uploads are waiting, because displayed pictures stay in place until all are decided. */
export const reviewQuery = (cursor: string) =>
  queryOptions({
    ...pageQuery<typeof listWaitingUploads>('GET /api/admin/review', cursor, { query: { limit: REVIEW_PAGE } }),
    refetchInterval: ({ state }) => state.data?.items.length === 0 && POLL_MS,
  })

const CHANGED = [
  queueCountQuery.queryKey,
  ...['overview', 'media', 'trash', 'queue', 'users'].map((name) => ['admin', name]),
]

export type Decided = Sent<typeof decideUploads, 'body'>

export const decideMutation = mutationOptions({
  // Send one decision at a time, so that an undo never overtakes its decision.
  scope: { id: 'review' },
  mutationFn: (body: Decided) => callAsOperator<typeof decideUploads>('POST /api/admin/review/decisions', { body }),
  meta: {
    invalidates: CHANGED,
    refetchOnLostAnswer: [REVIEW, ...CHANGED],
    failed: { title: 'Error', fallback: 'The decision could not be saved' },
  },
})

export const uploadReviewQuery = settingQuery<typeof uploadReviewSetting.read>('GET /api/admin/upload-review-config')

export const saveUploadReviewMutation = settingMutation<typeof uploadReviewSetting.save>(
  'POST /api/admin/upload-review-config',
  {
    setting: 'upload-review',
    saved: 'Upload Review saved.',
    failed: { fallback: 'Failed to update the review of uploads' },
  },
)
