import { count } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import { toTally } from '@hotvote/shared/tally'
import { ChevronLeft, ChevronRight, type LucideIcon, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { date, fileSize, mediaLabel } from '../../../lib/browser/format.ts'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { SplitBar } from '../../../ui/data/split-bar.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ItemFacts, MediaDialog } from '../../../ui/overlays/media-dialog.tsx'

type Props = {
  items: LibraryItem[]
  index: number
  /** `undefined` closes the preview. */
  onShow: (item: LibraryItem | undefined) => void
  onDelete: (item: LibraryItem) => void
}

export function MediaPreview({ items, index, onShow, onDelete }: Props) {
  const item = items[index]
  if (!item) return null
  const before = items[index - 1]
  const after = items[index + 1]
  const onKeyDown = (event: KeyboardEvent) => {
    // Arrow keys seek in a video.
    if (event.target instanceof HTMLVideoElement || event.altKey || event.ctrlKey || event.metaKey) return
    const next = event.key === 'ArrowLeft' ? before : event.key === 'ArrowRight' ? after : undefined
    if (next) onShow(next)
  }
  return (
    <MediaDialog
      item={item}
      onClose={() => onShow(undefined)}
      onKeyDown={onKeyDown}
      above={
        <>
          <Step icon={ChevronLeft} label="Previous item" side="left-2" to={before} onShow={onShow} />
          <Step icon={ChevronRight} label="Next item" side="right-2" to={after} onShow={onShow} />
        </>
      }
    >
      <p className="mt-1 text-sm text-mute" aria-live="polite">
        {index + 1} of {items.length} on this page
      </p>
      <Known item={item} onLeave={() => onShow(undefined)} />
      <SplitBar tally={toTally(item.hotVotes, item.totalVotes - item.hotVotes)} className="mt-4 h-2.5" />
      <Button className="mt-5 w-full text-danger-ink!" onClick={() => onDelete(item)}>
        <Trash2 aria-hidden className="size-4.5" /> Delete {mediaLabel(item.mimeType).toLowerCase()}
      </Button>
    </MediaDialog>
  )
}

type StepProps = {
  icon: LucideIcon
  label: string
  side: string
  to: LibraryItem | undefined
  onShow: Props['onShow']
}

// Stays mounted at both ends of the page, so the focus is kept.
const Step = ({ icon: Icon, label, side, to, onShow }: StepProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={to ? undefined : true}
    onClick={() => to && onShow(to)}
    className={`absolute top-1/2 ${side} grid size-11 -translate-y-1/2 place-items-center rounded-full bg-black/60 text-white hover:bg-black/80 aria-disabled:opacity-40`}
  >
    <Icon aria-hidden className="size-6" />
  </button>
)

function Known({ item, onLeave }: { item: LibraryItem; onLeave: () => void }) {
  return (
    <ItemFacts
      facts={[
        ['Hot votes', count(item.hotVotes)],
        ['Not votes', count(item.notVotes)],
        ['Views', count(item.totalViews)],
        ['Type', item.mimeType],
        ['Size', fileSize(item.size)],
        ['Pixels', `${item.width} × ${item.height}`],
        ['Uploaded', date(item.uploadedAt)],
        ['Number', `#${item.id}`],
        ['Uploader', <UserLink key="uploader" userId={item.userId} username={item.username} onLeave={onLeave} />],
        [
          'File',
          <a
            key="file"
            href={item.url}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center text-not-ink hover:underline"
          >
            Open in a new tab
          </a>,
        ],
      ]}
    />
  )
}
