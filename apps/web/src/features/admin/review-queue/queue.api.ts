import type { Sent } from '@hotvote/shared/contract'
import type { liftBan } from '@hotvote/shared/operator/bans'
import type {
  removalCounts,
  removeMatchingMedia,
  restoreManyMedia,
  restoreMedia,
} from '@hotvote/shared/operator/media-library'
import {
  type decideLookAlike,
  type decideQueued,
  type decideSurge,
  type listQueue,
  QUEUE_OUTLIER_DAYS,
  type QueueEntry,
} from '@hotvote/shared/operator/review-queue'
import type { reviewTakedown } from '@hotvote/shared/operator/takedown-review'
import type { unblockUser } from '@hotvote/shared/operator/user-page'
import type { dismissOutlier, Outlier, setVotesAside } from '@hotvote/shared/operator/vote-review'
import type { Blocked, decideReports, reportRulesSetting } from '@hotvote/shared/visitor/reports'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from '../../../lib/api/query-client.ts'
import { callAsOperator, type ListPage, startOperation } from '../../../lib/operator/call-as-operator.ts'
import { selectVoters } from '../../../lib/operator/moderation.ts'
import { operatorQuery, pageQuery, polled } from '../../../lib/operator/operator-query.ts'
import { queueCountQuery } from '../../../lib/operator/queue-count.ts'
import { settingMutation } from '../../../lib/operator/setting-changes.ts'

const QUEUE = ['admin', 'queue']

/** Polls only the first page, because outliers on later pages take seconds to find. */
export const queueQuery = (query: Pick<Sent<typeof listQueue, 'query'>, 'kind'>, cursor: string) =>
  queryOptions({
    ...pageQuery<typeof listQueue>('GET /api/admin/queue', cursor, { query }),
    ...(cursor === '' && query.kind !== 'outlier' && polled),
  })

export const CHANGED = [
  QUEUE,
  queueCountQuery.queryKey,
  ...['takedowns', 'overview', 'media', 'trash', 'users', 'bans', 'outliers', 'set-asides'].map((name) => [
    'admin',
    name,
  ]),
]

export const dropEntries = (decided: QueueEntry[]) =>
  queryClient.setQueriesData<ListPage<typeof listQueue>>(
    { queryKey: QUEUE },
    (page) => page && { ...page, items: page.items.filter(({ key }) => !decided.some((entry) => entry.key === key)) },
  )

export const sendDecisions = (body: Sent<typeof decideQueued, 'body'>) =>
  callAsOperator<typeof decideQueued>('POST /api/admin/queue/decisions', { body })

export const restoreItem = (mediaId: number) =>
  callAsOperator<typeof restoreMedia>('POST /api/admin/trash/:mediaId/restore', { params: { mediaId } })

export const restoreItems = (body: Sent<typeof restoreManyMedia, 'body'>) =>
  callAsOperator<typeof restoreManyMedia>('POST /api/admin/restore-media', { body })

export const removeAllOfUploader = (userId: number) =>
  callAsOperator<typeof removeMatchingMedia>('POST /api/admin/delete-matching-media', {
    body: { userId, neverAgain: true },
  })

export const countRemovals = (userId: number) =>
  callAsOperator<typeof removalCounts>('GET /api/admin/removal-counts', { query: { userId } })

/** Lifts the user block and the network ban that a removal created. */
export const liftBlock = async ({ userId, banId }: Blocked) => {
  if (userId !== null)
    await callAsOperator<typeof unblockUser>('POST /api/admin/users/:userId/unblock', { params: { userId } })
  if (banId !== null) await callAsOperator<typeof liftBan>('DELETE /api/admin/bans/:banId', { params: { banId } })
}

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

/** Sets the voters' votes aside immediately. A background job recounts the affected items. */
export const sendSetAside = (outlier: Outlier) =>
  startOperation<typeof setVotesAside>('POST /api/admin/set-votes-aside', {
    body: selectVoters(outlier, QUEUE_OUTLIER_DAYS),
  })

export const reportRulesQuery = operatorQuery<typeof reportRulesSetting.read>('GET /api/admin/report-config')

export const saveRulesMutation = settingMutation<typeof reportRulesSetting.save>('POST /api/admin/report-config', {
  setting: 'reports',
  saved: 'Report threshold saved.',
  failed: { title: 'Failed to save the report threshold' },
})
