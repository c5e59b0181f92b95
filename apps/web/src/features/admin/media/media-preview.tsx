import { count } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import { toTally } from '@hotvote/shared/tally'
import { Trash2 } from 'lucide-react'
import { mediaLabel } from '../../../lib/browser/format.ts'
import type { Fact } from '../../../ui/data/facts.tsx'
import { linkClass, TrashLink, UserLink } from '../../../ui/data/operator-links.tsx'
import { SplitBar } from '../../../ui/data/split-bar.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ItemPreview } from '../../../ui/overlays/item-preview.tsx'
import { MediaDialogFoot } from '../../../ui/overlays/media-dialog.tsx'

/** Returns true if the item is waiting or in the trash, because then only the operator may load its files. */
export const isPrivate = ({ status }: LibraryItem) => status === 'waiting' || status === 'trashed'

type Props = {
  item: LibraryItem
  items: LibraryItem[]
  /** Shows an item; `undefined` closes the preview. */
  onShow: (item: LibraryItem | undefined) => void
  onDelete: (item: LibraryItem) => void
}

export const MediaPreview = ({ item, onDelete, ...list }: Props) => (
  <ItemPreview {...list} item={item} isPrivate={isPrivate(item)} facts={listFacts(item, () => list.onShow(undefined))}>
    {item.totalVotes > 0 && (
      <SplitBar tally={toTally(item.hotVotes, item.totalVotes - item.hotVotes)} className="mt-4 h-2.5" />
    )}
    {item.status === 'trashed' ? (
      <p className="mt-5">
        <TrashLink name={item.originalName} />
      </p>
    ) : (
      <MediaDialogFoot>
        <Button className="w-full text-danger-ink!" onClick={() => onDelete(item)}>
          <Trash2 aria-hidden className="size-4.5" /> Delete {mediaLabel(item.mimeType).toLowerCase()}
        </Button>
      </MediaDialogFoot>
    )}
  </ItemPreview>
)

const listFacts = (item: LibraryItem, close: () => void): Fact[] => [
  ['Hot votes', count(item.hotVotes)],
  ['Not votes', count(item.notVotes)],
  ['Views', count(item.totalViews)],
  ['Uploader', <UserLink key="uploader" userId={item.userId} username={item.username} onLeave={close} />],
  ...(isPrivate(item) ? [] : [listFile(item)]),
]

const listFile = ({ url }: LibraryItem): Fact => [
  'File',
  <a key="file" href={url} target="_blank" rel="noreferrer" className={linkClass}>
    Open in a new tab
  </a>,
]
