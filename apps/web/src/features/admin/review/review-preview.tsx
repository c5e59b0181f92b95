import type { WaitingUpload, waitCauses } from '@hotvote/shared/operator/upload-review'
import { Check, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { date, fileSize } from '../../../lib/browser/format.ts'
import { areLettersOn } from '../../../lib/browser/preferences.ts'
import { describeScreening, describeUploads } from '../../../lib/operator/moderation.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Letter } from '../../../ui/forms/letter.tsx'
import { useShownItem } from '../../../ui/media/private-picture.tsx'
import { ItemFacts, MediaDialog } from '../../../ui/overlays/media-dialog.tsx'
import type { Review } from './use-review.ts'
import type { Tiles } from './use-tiles.ts'

export const CAUSES: Record<(typeof waitCauses)[number], string> = {
  new_uploader: 'New uploader',
  everything: 'Every upload waits',
  look_alike: 'Looks like a removed item',
  screening: 'Being screened',
  flagged: 'Flagged by screening',
  not_screened: 'Not screened',
}

type Props = { item: WaitingUpload; items: WaitingUpload[]; review: Review; tiles: Tiles }

export function ReviewPreview({ item, items, review: { marks, undo }, tiles }: Props) {
  const index = items.indexOf(item)
  const to = (next: WaitingUpload | undefined) => next && (() => tiles.show(next))
  const mark = marks.get(item.id)
  const close = () => tiles.show(undefined)
  const approve = () => tiles.settle([item])
  const decline = () => tiles.decline([item], index)
  const onKeyDown = ({ key, repeat, target }: KeyboardEvent) => {
    if (repeat || !areLettersOn()) return
    const letter = key.toLowerCase()
    if (letter === 'z') undo?.()
    else if (key === 'Enter' && !(target instanceof HTMLButtonElement)) close()
    else if (mark === undefined && letter === 'a') approve()
    else if (mark === undefined && letter === 'd') decline()
  }
  return (
    <MediaDialog
      item={useShownItem(item, true)}
      onClose={close}
      onClosed={tiles.focus}
      onKeyDown={onKeyDown}
      steps={{ before: to(items[index - 1]), after: to(items[index + 1]) }}
    >
      <p className="mt-1 text-sm text-mute" aria-live="polite">
        {index + 1} of {items.length} on this page {mark && <Badge tone="info">{mark}</Badge>}
      </p>
      <Known item={item} onLeave={close} />
      {mark === undefined && (
        <div className="mt-5 grid grid-cols-2 gap-2">
          <Button aria-keyshortcuts="A" onClick={approve}>
            <Check aria-hidden className="size-4" /> Approve <Letter>a</Letter>
          </Button>
          <Button className="text-danger-ink!" aria-keyshortcuts="D" onClick={decline}>
            <X aria-hidden className="size-4" /> Decline <Letter>d</Letter>
          </Button>
        </div>
      )}
    </MediaDialog>
  )
}

function Known({ item, onLeave }: { item: WaitingUpload; onLeave: () => void }) {
  const { uploader } = item
  return (
    <ItemFacts
      facts={[
        ['Uploader', <UserLink key="uploader" {...uploader} onLeave={onLeave} />],
        ['Account', `${uploader.isSaved ? 'Saved' : 'Not saved'}, since ${date(uploader.since)}`],
        ['Uploads', describeUploads(uploader)],
        ['Waits because', CAUSES[item.why]],
        ['Screening', describeScreening(item.screening) ?? '–'],
        ['Reports', item.reports],
        ['Type', item.mimeType],
        ['Size', fileSize(item.size)],
        ['Pixels', `${item.width} × ${item.height}`],
        ['Uploaded', date(item.uploadedAt)],
        ['Number', `#${item.id}`],
      ]}
    />
  )
}
