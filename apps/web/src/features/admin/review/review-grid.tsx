import { count, counted } from '@hotvote/shared/counted'
import type { WaitingUpload } from '@hotvote/shared/operator/upload-review'
import { Check, Maximize2, X } from 'lucide-react'
import { isVideo } from '../../../lib/browser/format.ts'
import { formatAge } from '../../../lib/operator/due.ts'
import { describeScreening, describeUploads } from '../../../lib/operator/moderation.ts'
import { DecisionBar } from '../../../ui/data/decision-bar.tsx'
import { PictureGrid } from '../../../ui/data/picture-grid.tsx'
import { BulkBar } from '../../../ui/data/table-selection.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { DeclineDialog } from './decline-dialog.tsx'
import { CAUSES, ReviewPreview } from './review-preview.tsx'
import { type Review, useReview } from './use-review.ts'

type Props = { items: WaitingUpload[]; total: number; onNext: () => unknown }

export function ReviewGrid({ items, total, onNext }: Props) {
  const review = useReview(items, onNext)
  const { open, wanted, settle, decline } = review
  return (
    <>
      <ReviewBar {...{ review, onNext }} left={total - items.length + open.length} />
      <PictureGrid
        label="Waiting uploads"
        isCaptioned
        items={items}
        selected={review.selected}
        onSelect={review.select}
        current={review.current}
        onCurrent={review.setCurrent}
        onOpen={review.show}
        letters={{
          a: (isShifted) => settle(isShifted ? open : wanted),
          d: () => decline(wanted),
          z: () => review.undo?.(),
        }}
        tile={(item) => ({
          isPrivate: true,
          badge: describeBadge(item),
          facts: <UploaderFacts item={item} />,
          mark: review.marks.get(item.id),
        })}
      />
      <SelectionBar review={review} />
      {review.enlarged && <ReviewPreview {...{ items, review }} item={review.enlarged} />}
      {review.refused.length > 0 && <DeclineDialog review={review} />}
    </>
  )
}

type BarProps = { review: Review; left: number; onNext: () => unknown }

function ReviewBar({ review: { open, text, undo, settle }, left, onNext }: BarProps) {
  if (left <= 0 && !text && !undo) return null
  return (
    <DecisionBar {...{ text, undo }} letters={{ a: 'approve', d: 'decline', '⇧ a': 'all' }}>
      {open.length > 0 ? (
        <Button variant="primary" aria-keyshortcuts="Shift+A" onClick={() => settle(open)}>
          <Check aria-hidden className="size-4" />
          {open.length === 1 ? 'Approve this one' : `Approve these ${count(open.length)}`}
        </Button>
      ) : (
        left > 0 && <Button onClick={() => onNext()}>Load the next uploads</Button>
      )}
      {left > open.length && <p className="text-sm text-mute">of {count(left)} waiting</p>}
      {open.length > 0 && (
        <p className="text-sm text-mute pointer-fine:md:hidden">Tap a picture to decline or approve it.</p>
      )}
    </DecisionBar>
  )
}

/** Buttons for deciding on the selected items, needed by operators without a keyboard. */
function SelectionBar({ review: { chosen, settle, decline, select, show } }: { review: Review }) {
  const [first] = chosen
  return (
    <BulkBar total={chosen.length} onClear={() => select(new Set())}>
      <Button size="small" variant="primary" onClick={() => settle(chosen)}>
        <Check aria-hidden className="size-4 max-sm:hidden" /> Approve
      </Button>
      <Button size="small" className="text-danger-ink!" onClick={() => decline(chosen)}>
        <X aria-hidden className="size-4 max-sm:hidden" /> Decline
      </Button>
      {chosen.length === 1 && (
        <Button variant="ghost" size="icon" aria-label="Enlarge" onClick={() => show(first)}>
          <Maximize2 aria-hidden className="size-4" />
        </Button>
      )}
    </BulkBar>
  )
}

const describeBadge = ({ reports, why, mimeType }: WaitingUpload) => {
  if (reports > 0) return counted(reports, 'report')
  if (why === 'look_alike') return 'Look-alike'
  if (why === 'flagged') return 'Flagged'
  return isVideo(mimeType) ? 'Video' : undefined
}

const UploaderFacts = ({ item: { why, screening, uploader } }: { item: WaitingUpload }) => (
  <>
    <span className="truncate font-semibold">{uploader.username}</span>
    <span>
      {uploader.isSaved ? 'Saved account' : 'Account'} {formatAge(uploader.since, Date.now())} old
    </span>
    <span>{describeUploads(uploader)}</span>
    {['look_alike', 'not_screened'].includes(why) && <span>{CAUSES[why]}</span>}
    {screening && <span>{describeScreening(screening)}</span>}
  </>
)
