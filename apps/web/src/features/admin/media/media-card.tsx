import type { LibraryItem } from '@hotvote/shared/media-library'
import { Trash2 } from 'lucide-react'
import { date, fileSize } from '../../../lib/browser/format.ts'
import { SelectionCheckbox } from '../../../ui/data/table-selection.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Thumbnail } from '../../../ui/media/thumbnail.tsx'
import { ItemCard } from './item-card.tsx'

type Props = {
  item: LibraryItem
  isSelected: boolean
  /** `isRange`: with all between this item and the one that was toggled before. */
  onToggle: (isRange: boolean) => void
  onOpen: () => void
  onDelete: () => void
}

/** One item as the operator sees it (`admin.md §2`). */
export const MediaCard = ({ item, isSelected, onToggle, onOpen, onDelete }: Props) => (
  <ItemCard
    item={item}
    isSelected={isSelected}
    onOpen={({ shiftKey }) => (shiftKey ? onToggle(true) : onOpen())}
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
