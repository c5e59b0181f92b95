import type { ReportReason, reportMedia } from '@hotvote/shared/reports'
import type { UseMutationOptions } from '@tanstack/react-query'
import { hasCode, retryOnce } from '../../lib/net/call-error.ts'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'
import { unmarkReported } from './visit.ts'

export type Report = { userId: number; mediaId: number; reason: ReportReason }

/** An item that is gone needs no report; one that could not be reported may come up again. */
export const reportMutation = {
  mutationFn: async ({ mediaId, ...body }) => {
    try {
      await callAsVisitor<typeof reportMedia>('POST /api/media/:mediaId/report', { params: { mediaId }, body })
    } catch (error) {
      if (!hasCode(error, 'not_found')) throw error
    }
  },
  // One after the other: each answer's cookie has what was reported before it.
  scope: { id: 'report' },
  retry: retryOnce,
  onError: (_error, { mediaId }) => unmarkReported(mediaId),
  meta: {
    done: { title: 'Thank you for your report', description: 'You will not be shown this again.' },
    failed: { title: 'Report Failed', fallback: 'Failed to send your report' },
  },
} satisfies UseMutationOptions<void, Error, Report>
