import { count } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import { Eye, Flame, type LucideIcon, Snowflake } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { mediaLabel } from '../../../lib/browser/format.ts'
import { userPath } from '../../../lib/operator/admin-paths.ts'
import { PictureBadge } from '../../../ui/media/thumbnail.tsx'

type Item = Pick<
  LibraryItem,
  'originalName' | 'mimeType' | 'userId' | 'username' | 'hotVotes' | 'notVotes' | 'totalViews'
>

type Props = {
  item: Item
  thumbnail: ReactNode
  overlay?: ReactNode
  isSelected?: boolean
  onOpen: () => void
  facts: ReactNode
  children: ReactNode
}

export const ItemCard = ({ item, thumbnail, overlay, isSelected, onOpen, facts, children }: Props) => (
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
        {thumbnail}
      </button>
      <PictureBadge>{mediaLabel(item.mimeType)}</PictureBadge>
      {overlay}
    </div>
    <div className="px-3 pt-2.5 pb-3">
      <p className="truncate font-semibold" title={item.originalName}>
        {item.originalName}
      </p>
      {facts}
      <Uploader item={item} />
      <dl className="grid grid-cols-[repeat(3,auto)] justify-between gap-1 sm:grid-cols-3 sm:justify-normal">
        <Figure icon={Flame} label="Hot" value={item.hotVotes} />
        <Figure icon={Snowflake} label="Not" value={item.notVotes} />
        <Figure icon={Eye} label="Views" value={item.totalViews} />
      </dl>
      {children}
    </div>
  </div>
)

const Uploader = ({ item: { userId, username } }: { item: Item }) => (
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

function Figure({ icon: Icon, label, value }: { icon: LucideIcon; label: string; value: number }) {
  return (
    <div className="flex min-w-0 flex-col-reverse">
      <dt className="flex items-center gap-1 text-xs text-mute">
        <Icon aria-hidden className="size-3 shrink-0 max-sm:hidden" />
        {label}
      </dt>
      <dd className="truncate text-sm font-semibold">{count(value)}</dd>
    </div>
  )
}
