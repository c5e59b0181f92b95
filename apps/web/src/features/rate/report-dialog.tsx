import type { RatingItem } from '@hotvote/shared/rating'
import type { ReportReason } from '@hotvote/shared/reports'
import { useMutation } from '@tanstack/react-query'
import { Copyright } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../lib/visitor/paths.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { mediaName } from './media-kind.ts'
import { reportMutation } from './report.api.ts'

const GRAVEST: ReportReason = 'illegal'

/** The gravest is the last: nobody reports it by a tap that was meant for the first button. */
const reasons: Record<ReportReason, string> = {
  spam: 'Spam or an advertisement',
  not_theirs: 'Not their own picture',
  harassment: 'Harassment or hate',
  other: 'Something else',
  illegal: 'Nudity of a minor, or illegal',
}

type Props = {
  item: RatingItem
  userId: number
  /** It leaves the stage, at once. */
  onReport: () => void
  onClose: () => void
}

/** One tap on a reason sends the report; the gravest is asked about first (docs/decisions/073). */
export function ReportDialog({ item, userId, onReport, onClose }: Props) {
  const { mutate } = useMutation(reportMutation)
  const [isAsking, setAsking] = useState(false)
  const report = (reason: ReportReason) => {
    if (reason === GRAVEST && !isAsking) return setAsking(true)
    onReport()
    onClose()
    mutate({ userId, mediaId: item.id, reason })
  }
  if (isAsking)
    return (
      <Dialog
        title="Report nudity of a minor, or something illegal?"
        description="This is the gravest report: it is looked at before all others. Please send it only if that is what you saw."
        onClose={onClose}
        className="w-[min(24rem,calc(100%-2rem))]"
      >
        <div className="mt-4 flex flex-col gap-2">
          <Button variant="danger" onClick={() => report(GRAVEST)}>
            Report it
          </Button>
          {/* The last, where the finger still is. */}
          <Button autoFocus onClick={() => setAsking(false)}>
            Choose another reason
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      title={`Report this ${mediaName(item.mimeType).toLowerCase()}`}
      description="Tell the people who run this site what is wrong with it. You will not be shown it again."
      onClose={onClose}
      className="w-[min(24rem,calc(100%-2rem))]"
    >
      <ul className="mt-4 flex flex-col gap-2">
        {(Object.keys(reasons) as ReportReason[]).map((reason) => (
          <li key={reason}>
            <Button className="w-full justify-start text-left" onClick={() => report(reason)}>
              {reasons[reason]}
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-3 border-t border-line pt-2">
        <ButtonLink href={paths.takedown} variant="ghost" className="w-full justify-start">
          <Copyright aria-hidden className="size-4.5 text-mute" /> It infringes my copyright
        </ButtonLink>
      </div>
    </Dialog>
  )
}
