import { itemPath } from '@hotvote/shared/item-address'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import type { ReportReason, reportMedia, undoReport } from '@hotvote/shared/visitor/reports'
import { MutationObserver, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { Copyright } from 'lucide-react'
import { useState } from 'react'
import { hasCode, retryOnce } from '../../lib/api/call-error.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { toast } from '../../lib/browser/toasts.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { paths } from '../../lib/session/paths.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { mediaName } from './item.ts'
import { unmarkReported } from './use-rating.ts'

/** Returns the URL of the takedown form, with the item's URL filled in. */
const buildClaimUrl = (id: number) =>
  `${paths.takedown}?${new URLSearchParams({ url: new URL(itemPath(id), location.origin).href })}`

type Report = { userId: number; mediaId: number; reason: ReportReason }

const undoReportMutation = {
  mutationFn: ({ mediaId, userId }) =>
    callAsVisitor<typeof undoReport>('DELETE /api/media/:mediaId/report', { params: { mediaId }, query: { userId } }),
  scope: { id: 'report' },
  retry: retryOnce,
  onSuccess: (_answer, { mediaId }) => unmarkReported(mediaId),
  meta: {
    done: { title: 'Report withdrawn', description: 'You may see it again.' },
    failed: { title: 'Undo Failed', fallback: "Couldn't withdraw your report" },
  },
} satisfies UseMutationOptions<void, Error, Report>

const undo = (report: Report) =>
  void new MutationObserver(queryClient, undoReportMutation).mutate(report).catch(() => {})

/** Sends a report. Ignores the error if the item has already been deleted. */
const reportMutation = {
  mutationFn: async ({ mediaId, ...body }) => {
    try {
      await callAsVisitor<typeof reportMedia>('POST /api/media/:mediaId/report', { params: { mediaId }, body })
    } catch (error) {
      if (!hasCode(error, 'not_found')) throw error
    }
  },
  // Send reports one at a time, because each response sets a cookie that lists the earlier reports.
  scope: { id: 'report' },
  retry: retryOnce,
  onSuccess: (_answer, report) =>
    toast({
      title: 'Thank you for your report',
      description: "We won't show it to you again.",
      action: { label: 'Undo', hint: 'Withdraw report', run: () => undo(report) },
    }),
  onError: (_error, { mediaId }) => unmarkReported(mediaId),
  meta: { failed: { title: 'Report Failed', fallback: "Couldn't send your report" } },
} satisfies UseMutationOptions<void, Error, Report>

const CONFIRMED_REASON: ReportReason = 'illegal'

/** Reasons in display order. The most serious one is last, so a tap meant for the first button cannot select it. */
const reasons: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  not_theirs: "Someone else's photo",
  harassment: 'Harassment or hate',
  other: 'Something else',
  illegal: 'Child nudity or other illegal content',
}

type Props = {
  item: RatingItem
  userId: number
  onReport: () => void
  onClose: () => void
}

/** One tap sends the report. Only the most serious reason asks for confirmation (docs/decisions/035). */
export function ReportDialog({ item, userId, onReport, onClose }: Props) {
  const { mutate } = useMutation(reportMutation)
  const [isAsking, setAsking] = useState(false)
  const report = (reason: ReportReason) => {
    if (reason === CONFIRMED_REASON && !isAsking) return setAsking(true)
    onReport()
    onClose()
    mutate({ userId, mediaId: item.id, reason })
  }
  if (isAsking)
    return (
      <Dialog
        title="Report child nudity or other illegal content?"
        description="We review these reports before all others. Please send it only if that's what you saw."
        onClose={onClose}
        className="w-[min(24rem,calc(100%-2rem))]"
      >
        <div className="mt-4 flex flex-col gap-2">
          <Button variant="danger" onClick={() => report(CONFIRMED_REASON)}>
            Report it
          </Button>
          {/* This button is last, because the visitor's finger is still where the last reason was. */}
          <Button autoFocus onClick={() => setAsking(false)}>
            Choose another reason
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title={`Report this ${mediaName(item.mimeType).toLowerCase()}`}
      description="Tell us what's wrong. We won't show it to you again."
      onClose={onClose}
      className="w-[min(24rem,calc(100%-2rem))]"
    >
      <ul className="mt-4 flex flex-col gap-2">
        {(Object.keys(reasons) as ReportReason[]).map((reason) => (
          <li key={reason}>
            <Button className="w-full justify-start py-2 text-left" onClick={() => report(reason)}>
              {reasons[reason]}
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 border-t border-line pt-2">
        <ButtonLink href={buildClaimUrl(item.id)} variant="ghost" className="w-full justify-start">
          <Copyright aria-hidden className="size-4.5 text-mute" /> This infringes my copyright
        </ButtonLink>
      </div>
    </Dialog>
  )
}
