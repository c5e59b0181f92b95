import type { WaitingUpload, waitCauses } from '@hotvote/shared/operator/upload-review'
import { Check, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { date } from '../../../lib/browser/format.ts'
import { areLettersOn } from '../../../lib/browser/preferences.ts'
import { describeScreening, describeUploads } from '../../../lib/operator/moderation.ts'
import type { Fact } from '../../../ui/data/facts.tsx'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Letter } from '../../../ui/forms/letter.tsx'
import { ItemPreview } from '../../../ui/overlays/item-preview.tsx'
import { MediaDialogFoot } from '../../../ui/overlays/media-dialog.tsx'
import type { Review } from './use-review.ts'

export const CAUSES: Record<(typeof waitCauses)[number], string> = {
  new_uploader: 'New uploader',
  everything: 'Every upload waits',
  look_alike: 'Looks like a removed item',
  screening: 'Being screened',
  flagged: 'Flagged by screening',
  not_screened: 'Not screened',
}

type Props = { item: WaitingUpload; items: WaitingUpload[]; review: Review }

export function ReviewPreview({ item, items, review }: Props) {
  const mark = review.marks.get(item.id)
  const close = () => review.show(undefined)
  const approve = () => review.settle([item])
  const decline = () => review.decline([item])
  const onKeyDown = ({ key, repeat, target }: KeyboardEvent) => {
    if (repeat || !areLettersOn()) return
    const letter = key.toLowerCase()
    if (letter === 'z') review.undo?.()
    else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) close()
    else if (mark === undefined && letter === 'a') approve()
    else if (mark === undefined && letter === 'd') decline()
  }
  return (
    <ItemPreview
      {...{ item, items, mark, onKeyDown }}
      isPrivate
      onShow={review.show}
      onClosed={review.focus}
      facts={listFacts(item, close)}
    >
      {mark === undefined && (
        <MediaDialogFoot className="grid grid-cols-2 gap-2">
          <Button aria-keyshortcuts="A" onClick={approve}>
            <Check aria-hidden className="size-4" /> Approve <Letter>a</Letter>
          </Button>
          <Button className="text-danger-ink!" aria-keyshortcuts="D" onClick={decline}>
            <X aria-hidden className="size-4" /> Decline <Letter>d</Letter>
          </Button>
        </MediaDialogFoot>
      )}
    </ItemPreview>
  )
}

const listFacts = (item: WaitingUpload, close: () => void): Fact[] => [
  ['Uploader', <UserLink key="uploader" {...item.uploader} onLeave={close} />],
  ['Account', `${item.uploader.isSaved ? 'Saved' : 'Not saved'}, since ${date(item.uploader.since)}`],
  ['Uploads', describeUploads(item.uploader)],
  ['Reason for review', CAUSES[item.why]],
  ['Screening', describeScreening(item.screening) ?? '–'],
  ['Reports', item.reports],
]
