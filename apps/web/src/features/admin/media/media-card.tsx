import { count } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/media-library'
import { Eye, Flame, type LucideIcon, Snowflake, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { date, fileSize } from '../../../lib/browser/format.ts'
import { mediaLabel } from '../../../lib/browser/media-label.ts'
import { userPath } from '../../../lib/operator/admin-paths.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectionCheckbox } from '../../../ui/table-selection.tsx'
import { Thumbnail } from '../../../ui/thumbnail.tsx'

type Props = {
  item: LibraryItem
  isSelected: boolean
  onToggle: () => void
  onOpen: () => void
  onDelete: () => void
}

/** One item as the operator sees it (`admin.md §2`). */
export function MediaCard({ item, isSelected, onToggle, onOpen, onDelete }: Props) {
  return (
    <div
      className={`overflow-hidden rounded-card border bg-panel ${isSelected ? 'border-hot-ink ring-1 ring-hot-ink' : 'border-line'}`}
    >
      <div className="relative">
        <button
          type="button"
          onClick={onOpen}
          className="block w-full transition hover:brightness-95 focus-visible:-outline-offset-4"
        >
          <span className="sr-only">Preview of {item.originalName}</span>
          <Thumbnail item={item} />
        </button>
        <span className="pointer-events-none absolute top-2 left-2 rounded-full bg-black/70 px-2.5 py-0.5 text-xs font-semibold text-white">
          {mediaLabel(item.mimeType)}
        </span>
        <span className="absolute top-1.5 right-1.5 rounded-control bg-panel/90">
          <SelectionCheckbox label={`Select ${item.originalName}`} checked={isSelected} onChange={onToggle} />
        </span>
      </div>
      <div className="px-3 pt-2.5 pb-3">
        <p className="truncate font-semibold" title={item.originalName}>
          {item.originalName}
        </p>
        <p className="flex flex-wrap gap-x-2 text-xs text-mute max-md:flex-col">
          <span>{fileSize(item.size)}</span>
          <span>{date(item.uploadedAt)}</span>
        </p>
        <Uploader item={item} />
        <Figures item={item} />
        <Button
          size="small"
          data-delete={item.id}
          className="mt-2.5 w-full text-danger-ink!"
          aria-label={`Delete ${item.originalName}`}
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      </div>
    </div>
  )
}

/** Leads to all about its uploader. */
export const Uploader = ({ item: { userId, username } }: { item: Pick<LibraryItem, 'userId' | 'username'> }) => (
  <Link
    href={userPath(userId)}
    aria-label={`User ${username}`}
    className="flex min-h-11 items-center text-sm font-medium text-not-ink hover:underline focus-visible:-outline-offset-2"
  >
    <span className="truncate" title={username}>
      {username}
    </span>
  </Link>
)

/** Its votes and views. */
export const Figures = ({ item }: { item: Pick<LibraryItem, 'hotVotes' | 'notVotes' | 'totalViews'> }) => (
  <dl className="grid grid-cols-3 gap-1">
    <Figure icon={Flame} label="Hot" value={item.hotVotes} />
    <Figure icon={Snowflake} label="Not" value={item.notVotes} />
    <Figure icon={Eye} label="Views" value={item.totalViews} />
  </dl>
)

function Figure({ icon: Icon, label, value }: { icon: LucideIcon; label: string; value: number }) {
  return (
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="flex items-center gap-1 text-xs text-mute">
        <Icon aria-hidden className="size-3 shrink-0" />
        {label}
      </dt>
      <dd className="truncate text-sm font-semibold">{count(value)}</dd>
    </div>
  )
}
