import { count, counted, count as formatCount } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/operator/media-library'
import type { Operation } from '@hotvote/shared/operator/operations'
import { toTally } from '@hotvote/shared/tally'
import { ChevronLeft, ChevronRight, ImageOff, type LucideIcon, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { date, fileSize, mediaLabel } from '../../../lib/browser/format.ts'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { CardGrid } from '../../../ui/data/pager.tsx'
import { SplitBar } from '../../../ui/data/split-bar.tsx'
import { BulkBar, SelectionCheckbox } from '../../../ui/data/table-selection.tsx'
import { StopButton } from '../../../ui/feedback/operation-card.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Empty, NoMatches } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Thumbnail } from '../../../ui/media/thumbnail.tsx'
import { ItemFacts, MediaDialog } from '../../../ui/overlays/media-dialog.tsx'
import { ItemCard } from './item-card.tsx'
import type { AllMatching } from './media.api.ts'
import type { Removal } from './use-removal.ts'

type PreviewProps = {
  items: LibraryItem[]
  index: number
  /** `undefined` closes the preview. */
  onShow: (item: LibraryItem | undefined) => void
  onDelete: (item: LibraryItem) => void
}

function MediaPreview({ items, index, onShow, onDelete }: PreviewProps) {
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
  onShow: PreviewProps['onShow']
}

// Stays mounted at both ends of the page, to keep the focus.
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

type Props = {
  items: LibraryItem[]
  total: number
  cursor: string
  next: string | undefined
  /** Undefined while the list shows the previous filters or page. */
  all: AllMatching | undefined
  removal: Removal
  /** Undefined without filters. */
  onShowAll: (() => void) | undefined
}

export function MediaList({ items, total, cursor, next, all, removal, onShowAll }: Props) {
  const [open, show] = useState<LibraryItem>()
  const index = items.findIndex(({ id }) => id === open?.id)
  const selection = useMediaSelection(items.map(({ id }) => id))
  return (
    <>
      <RemovalBar items={items} selection={selection} removal={removal} />
      {items.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p role="status" className="mr-auto text-sm text-mute max-sm:basis-full">
            {counted(total, 'item')}
          </p>
          <Button size="small" onClick={selection.choosePage}>
            Select this page
          </Button>
          {all && all.total > items.length && (
            <Button size="small" onClick={() => selection.chooseAll(all)}>
              Select all {count(all.total)} that match
            </Button>
          )}
        </div>
      )}
      <CardGrid
        label="Media"
        {...{ items, cursor, next }}
        isLoading={all === undefined}
        empty={<NoMedia onShowAll={onShowAll} />}
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
      {index >= 0 && (
        <MediaPreview items={items} index={index} onShow={show} onDelete={(item) => void removal.remove([item])} />
      )}
    </>
  )
}

const NoMedia = ({ onShowAll }: Pick<Props, 'onShowAll'>) => (
  <Empty icon={ImageOff} title="No media found">
    {onShowAll ? <NoMatches what="Nothing" onShowAll={onShowAll} /> : 'Uploads appear here.'}
  </Empty>
)

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
    thumbnail={<Thumbnail item={item} />}
    overlay={
      <span className="absolute top-1.5 right-1.5 rounded-control bg-panel/90">
        <SelectionCheckbox label={`Select ${item.originalName}`} checked={isSelected} onChange={onToggle} />
      </span>
    }
    facts={
      <p className="flex flex-wrap gap-x-2 text-xs text-mute max-md:flex-col">
        <span>{fileSize(item.size)}</span>
        <span>{date(item.uploadedAt)}</span>
      </p>
    }
  >
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
  </ItemCard>
)

const NONE: ReadonlySet<number> = new Set()

/** Selected ids, or all items that matched when they were selected. */
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
    choosePage: () => choose(new Set(ids)),
    chooseAll: (matching: AllMatching) => choose(NONE, matching),
    clear: () => choose(NONE),
  }
}

type RemovalBarProps = {
  items: LibraryItem[]
  selection: ReturnType<typeof useMediaSelection>
  removal: Removal
}

function RemovalBar({ items, selection, removal }: RemovalBarProps) {
  const { operation, stop } = removal
  const chosen = items.filter(({ id }) => selection.selected.has(id))
  const { all } = selection
  const total = all?.total ?? chosen.length
  const remove = async () => {
    // Otherwise items that arrive during the removal would be selected.
    if ((await removal.remove(all ?? chosen)) && all) selection.clear()
  }
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 order-last mt-auto *:pointer-events-auto">
      {operation ? (
        <UnderWay operation={operation} onStop={stop} />
      ) : (
        <BulkBar selection={selection} total={total} max={undefined}>
          <Button variant="danger" onClick={() => void remove()}>
            <Trash2 aria-hidden className="size-4" />
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
      className="mx-auto flex w-[min(26rem,100%)] items-center gap-4 rounded-card border border-line bg-panel p-2 pl-4 shadow-soft"
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
