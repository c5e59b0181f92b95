import { count } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import { toTally } from '@hotvote/shared/tally'
import { Trash2 } from 'lucide-react'
import { date, fileSize, mediaLabel } from '../../../lib/browser/format.ts'
import type { Fact } from '../../../ui/data/facts.tsx'
import { TrashLink, UserLink } from '../../../ui/data/operator-links.tsx'
import { SplitBar } from '../../../ui/data/split-bar.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { useShownItem } from '../../../ui/media/private-picture.tsx'
import { ItemFacts, MediaDialog } from '../../../ui/overlays/media-dialog.tsx'

/** Files of waiting and trashed items need the operator's login. */
export const isPrivate = ({ status }: LibraryItem) => status === 'waiting' || status === 'trashed'

type Props = {
  items: LibraryItem[]
  index: number
  /** `undefined` closes the preview. */
  onShow: (item: LibraryItem | undefined) => void
  onDelete: (item: LibraryItem) => void
}

export function MediaPreview({ items, index, ...rest }: Props) {
  const item = items[index]
  return item && <Preview {...{ item, items, index, ...rest }} />
}

function Preview({ item, items, index, onShow, onDelete }: Props & { item: LibraryItem }) {
  const to = (next: LibraryItem | undefined) => next && (() => onShow(next))
  return (
    <MediaDialog
      item={useShownItem(item, isPrivate(item))}
      onClose={() => onShow(undefined)}
      steps={{ before: to(items[index - 1]), after: to(items[index + 1]) }}
    >
      <p className="mt-1 text-sm text-mute" aria-live="polite">
        {index + 1} of {items.length} on this page
      </p>
      <Known item={item} onLeave={() => onShow(undefined)} />
      <SplitBar tally={toTally(item.hotVotes, item.totalVotes - item.hotVotes)} className="mt-4 h-2.5" />
      {item.status === 'trashed' ? (
        <p className="mt-5">
          <TrashLink name={item.originalName} />
        </p>
      ) : (
        <Button className="mt-5 w-full text-danger-ink!" onClick={() => onDelete(item)}>
          <Trash2 aria-hidden className="size-4.5" /> Delete {mediaLabel(item.mimeType).toLowerCase()}
        </Button>
      )}
    </MediaDialog>
  )
}

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
        ...(isPrivate(item) ? [] : [listFile(item)]),
      ]}
    />
  )
}

const listFile = ({ url }: LibraryItem): Fact => [
  'File',
  <a
    key="file"
    href={url}
    target="_blank"
    rel="noreferrer"
    className="inline-flex min-h-11 items-center text-not-ink hover:underline"
  >
    Open in a new tab
  </a>,
]
