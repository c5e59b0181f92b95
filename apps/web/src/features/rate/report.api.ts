import type { ReportReason, reportMedia, undoReport } from '@hotvote/shared/reports'
import { MutationObserver, type UseMutationOptions } from '@tanstack/react-query'
import { toast } from '../../lib/browser/toasts.ts'
import { hasCode, retryOnce } from '../../lib/net/call-error.ts'
import { queryClient } from '../../lib/net/query-client.ts'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'
import { unmarkReported } from './visit.ts'

export type Report = { userId: number; mediaId: number; reason: ReportReason }

const undoReportMutation = {
  mutationFn: ({ mediaId, userId }) =>
    callAsVisitor<typeof undoReport>('DELETE /api/media/:mediaId/report', { params: { mediaId }, query: { userId } }),
  scope: { id: 'report' },
  retry: retryOnce,
  onSuccess: (_answer, { mediaId }) => unmarkReported(mediaId),
  meta: {
    done: { title: 'Report taken back', description: 'You may be shown this again.' },
    failed: { title: 'Undo Failed', fallback: 'Your report could not be taken back' },
  },
} satisfies UseMutationOptions<void, Error, Report>

const undo = (report: Report) =>
  void new MutationObserver(queryClient, undoReportMutation).mutate(report).catch(() => {})

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
  onSuccess: (_answer, report) =>
    toast({
      title: 'Thank you for your report',
      description: 'You will not be shown this again.',
      action: { label: 'Undo', hint: 'Take the report back', run: () => undo(report) },
    }),
  onError: (_error, { mediaId }) => unmarkReported(mediaId),
  meta: { failed: { title: 'Report Failed', fallback: 'Failed to send your report' } },
} satisfies UseMutationOptions<void, Error, Report>
