import { count, counted, count as formatCount } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import type { Operation } from '@hotvote/shared/operator/operations'
import { useMutation } from '@tanstack/react-query'
import { Grid3x3, ImageOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { date, fileSize } from '../../../lib/browser/format.ts'
import { CardGrid } from '../../../ui/data/pager.tsx'
import { PictureGrid } from '../../../ui/data/picture-grid.tsx'
import { BulkBar, SelectionCheckbox } from '../../../ui/data/table-selection.tsx'
import { StopButton } from '../../../ui/feedback/operation-card.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { PrivateThumbnail } from '../../../ui/media/private-picture.tsx'
import { Thumbnail } from '../../../ui/media/thumbnail.tsx'
import { ItemCard } from './item-card.tsx'
import { type AllMatching, seenMutation } from './media.api.ts'
import { isPrivate, MediaPreview } from './media-preview.tsx'
import type { Removal } from './use-removal.ts'

type Props = {
  items: LibraryItem[]
  total: number
  cursor: string
  next: string | undefined
  /** All items that match the filters. Undefined while the list still shows the previous filters or page. */
  all: AllMatching | undefined
  removal: Removal
  /** Undefined if no filters are set. */
  onShowAll: (() => void) | undefined
  isCompact: boolean
  onCompact: (isCompact: boolean) => void
}

export function MediaList({ items, total, cursor, next, all, removal, onShowAll, isCompact, onCompact }: Props) {
  const [open, show] = useState<LibraryItem>()
  const shown = items.find(({ id }) => id === open?.id)
  const removeShown = async (item: LibraryItem) => {
    // Close the preview, because an undo would reopen it otherwise.
    if (await removal.remove([item])) show(undefined)
  }
  const selection = useMediaSelection(items.filter(isRemovable).map(({ id }) => id))
  return (
    <>
      <RemovalBar items={items} selection={selection} removal={removal} />
      {items.length > 0 && <ListBar {...{ items, total, all, selection, isCompact, onCompact }} />}
      <CardGrid
        label="Media"
        {...{ items, cursor, next }}
        isLoading={all === undefined}
        empty={
          <Empty icon={ImageOff} title="No media found" onShowAll={onShowAll}>
            Uploads appear here.
          </Empty>
        }
        grid={isCompact ? <CompactMedia {...{ items, selection }} onOpen={show} /> : undefined}
        card={(item) => (
          <MediaCard
            item={item}
            isSelected={selection.selected.has(item.id)}
            onToggle={() => selection.toggle(item.id)}
            onOpen={() => show(item)}
            onDelete={() => void removal.remove([item])}
          />
        )}
      />
      {shown && <MediaPreview item={shown} items={items} onShow={show} onDelete={(item) => void removeShown(item)} />}
    </>
  )
}

const isRemovable = ({ status }: LibraryItem) => status !== 'trashed'

type Selection = ReturnType<typeof useMediaSelection>
type ListBarProps = Pick<Props, 'items' | 'total' | 'all' | 'isCompact' | 'onCompact'> & { selection: Selection }

function ListBar({ items, total, all, selection, isCompact, onCompact }: ListBarProps) {
  const { mutate: markSeen } = useMutation(seenMutation)
  const { seen, status } = all?.filters ?? {}
  const moment = all?.moment
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="mr-auto text-sm text-mute">
        {counted(total, 'item')}
      </p>
      {seen && moment && (
        <Button size="small" onClick={() => markSeen(moment)}>
          Mark all as seen
        </Button>
      )}
      <Button size="small" aria-pressed={isCompact} onClick={() => onCompact(!isCompact)}>
        <Grid3x3 aria-hidden className="size-4" /> <span className="max-sm:sr-only">Compact view</span>
      </Button>
      {items.some(isRemovable) && (
        <Button size="small" onClick={selection.choosePage}>
          Select this page
        </Button>
      )}
      {all && all.total > items.length && status !== 'trashed' && (
        <Button size="small" onClick={() => selection.chooseAll(all)}>
          Select all {count(all.total)} that match
        </Button>
      )}
    </div>
  )
}

type CompactProps = { items: LibraryItem[]; selection: Selection; onOpen: (item: LibraryItem) => void }

function CompactMedia({ items, selection, onOpen }: CompactProps) {
  const [current, setCurrent] = useState(0)
  return (
    <PictureGrid
      label="Media"
      items={items}
      selected={selection.selected}
      onSelect={selection.chooseIds}
      current={Math.min(current, items.length - 1)}
      onCurrent={setCurrent}
      onOpen={onOpen}
      tile={(item) => ({
        isPrivate: isPrivate(item),
        badge: item.status === 'live' ? undefined : STATUSES[item.status],
        facts: (
          <>
            <span className="truncate font-semibold">{item.username}</span>
            <span>{date(item.uploadedAt)}</span>
            <span>
              {count(item.hotVotes)} hot, {count(item.notVotes)} not
            </span>
          </>
        ),
      })}
    />
  )
}

const STATUSES = { hidden: 'Hidden', waiting: 'Waiting', trashed: 'In the trash' }

type MediaCardProps = {
  item: LibraryItem
  isSelected: boolean
  onToggle: () => void
  onOpen: () => void
  onDelete: () => void
}

const MediaCard = ({ item, isSelected, onToggle, onOpen, onDelete }: MediaCardProps) => (
  <ItemCard
    item={item}
    isSelected={isSelected}
    onOpen={onOpen}
    thumbnail={isPrivate(item) ? <PrivateThumbnail item={item} /> : <Thumbnail item={item} />}
    overlay={
      isRemovable(item) && (
        <span className="absolute top-1.5 right-1.5 rounded-control bg-panel/90">
          <SelectionCheckbox label={`Select ${item.originalName}`} checked={isSelected} onChange={onToggle} />
        </span>
      )
    }
    facts={
      <p className="flex flex-wrap gap-x-2 text-xs text-mute max-md:flex-col">
        <span>{fileSize(item.size)}</span>
        <span>{date(item.uploadedAt)}</span>
        {item.status !== 'live' && <span className="font-semibold">{STATUSES[item.status]}</span>}
      </p>
    }
  >
    {isRemovable(item) && (
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
    )}
  </ItemCard>
)

const NONE: ReadonlySet<number> = new Set()

/** Manages the selection: individual items, or all items that matched when the operator selected all. */
function useMediaSelection(ids: number[]) {
  const [ticked, setTicked] = useState(NONE)
  const [all, setAll] = useState<AllMatching>()
  const selected = new Set(all ? ids : ids.filter((id) => ticked.has(id)))
  const choose = (next: ReadonlySet<number>, matching?: AllMatching) => {
    setTicked(next)
    setAll(matching)
  }
  return {
    selected,
    all,
    toggle: (id: number) => {
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      choose(next)
    },
    chooseIds: (wanted: ReadonlySet<number>) => choose(wanted),
    choosePage: () => choose(new Set(ids)),
    chooseAll: (matching: AllMatching) => choose(NONE, matching),
    clear: () => choose(NONE),
  }
}

type RemovalBarProps = {
  items: LibraryItem[]
  selection: Selection
  removal: Removal
}

function RemovalBar({ items, selection, removal }: RemovalBarProps) {
  const { operation, stop } = removal
  const chosen = items.filter(({ id }) => selection.selected.has(id))
  const { all } = selection
  const total = all?.total ?? chosen.length
  const remove = async () => {
    // Clear the selection, which would otherwise include items uploaded during the removal.
    if ((await removal.remove(all ?? chosen)) && all) selection.clear()
  }
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 order-last mt-auto *:pointer-events-auto">
      {operation ? (
        <UnderWay operation={operation} onStop={stop} />
      ) : (
        <BulkBar total={total} onClear={selection.clear}>
          <Button variant="danger" onClick={() => void remove()}>
            <Trash2 aria-hidden className="size-4 max-sm:hidden" />
            Delete {counted(total, 'item')}
          </Button>
        </BulkBar>
      )}
    </div>
  )
}

function UnderWay({ operation, onStop }: { operation: Operation; onStop: () => void }) {
  const { done, total } = operation.progress
  return (
    <section
      aria-label="Deletion"
      className="bulk-bar mx-auto flex w-[min(26rem,100%)] items-center gap-4 rounded-card border border-edge bg-panel p-2 pl-4 shadow-soft"
    >
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 text-sm font-semibold tabular-nums">
          {total === null
            ? 'Waiting to start…'
            : `Deleting ${formatCount(Math.min(done + 1, total))} of ${formatCount(total)}`}
        </p>
        <Progress label="Deletion" value={total ? (100 * done) / total : 0} />
      </div>
      <StopButton operation={operation} onStop={onStop} />
    </section>
  )
}
