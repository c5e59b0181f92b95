import { count, counted } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/media-library'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { CardGrid } from '../../../ui/data/card-grid.tsx'
import { Empty, NoMatches } from '../../../ui/feedback/empty.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import type { AllMatching } from './media.api.ts'
import { MediaCard } from './media-card.tsx'
import { MediaPreview } from './media-preview.tsx'
import { RemovalBar } from './removal-bar.tsx'
import { useMediaSelection } from './use-media-selection.ts'
import type { Removal } from './use-removal.ts'

type Props = {
  items: LibraryItem[]
  total: number
  cursor: string
  next: string | undefined
  /** Undefined while items and number are those of the filters or the page before. */
  all: AllMatching | undefined
  removal: Removal
  /** Takes the filters away; absent when none is set. */
  onShowAll: (() => void) | undefined
}

/** The item in large; where it is gone, the one that took its place, so that several can be looked through. */
function useOpenItem(items: LibraryItem[]) {
  const [open, setOpen] = useState<{ id: number; index: number }>()
  const found = items.findIndex(({ id }) => id === open?.id)
  const index = open && found < 0 ? Math.min(open.index, items.length - 1) : found
  const id = items[index]?.id
  if (open && id !== open.id) setOpen(id === undefined ? undefined : { id, index })
  const show = (item: LibraryItem | undefined) => setOpen(item && { id: item.id, index: items.indexOf(item) })
  return { index, show }
}

/** One page of cards, which of them are selected, and the one that is looked at. */
export function MediaList({ items, total, cursor, next, all, removal, onShowAll }: Props) {
  const { index, show } = useOpenItem(items)
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
            onToggle={(isRange) => selection.toggle(item.id, isRange)}
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
    {onShowAll ? <NoMatches what="Nothing" onShowAll={onShowAll} /> : 'What visitors upload appears here.'}
  </Empty>
)
