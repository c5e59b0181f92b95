import { count } from '@hotvote/shared/counted'
import type { TrashedItem } from '@hotvote/shared/trash'
import { RotateCcw } from 'lucide-react'
import { dateTime } from '../../../lib/browser/format.ts'
import { DAY_MS } from '../../../lib/operator/due.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { ItemCard } from './item-card.tsx'
import { TrashThumbnail } from './trash-thumbnail.tsx'

type Props = {
  item: TrashedItem
  isBusy: boolean
  /** Its preview is on its way. */
  isOpening: boolean
  onOpen: () => void
  onRestore: () => void
  onErase: () => void
}

const WHO: Record<TrashedItem['trashedBy'], string> = { operator: 'you', owner: 'its owner' }

/** How long it can still be brought back. */
const timeLeft = ({ erasedAt }: TrashedItem) => {
  const days = Math.ceil((Date.parse(erasedAt) - Date.now()) / DAY_MS)
  return days > 1 ? `Gone for good in ${count(days)} days` : 'Gone for good in a day'
}

/** One deleted item: what it was, who deleted it, how long it can be brought back. */
export const TrashCard = ({ item, isBusy, isOpening, onOpen, onRestore, onErase }: Props) => (
  <ItemCard
    item={item}
    isOpening={isOpening}
    onOpen={onOpen}
    thumbnail={<TrashThumbnail item={item} />}
    overlay={
      isOpening && (
        <Spinner
          label="Loading the file…"
          className="pointer-events-none absolute inset-0 m-auto size-11 items-center justify-center rounded-full bg-panel"
        />
      )
    }
    facts={
      <>
        <p className="text-xs text-mute" title={dateTime(item.trashedAt)}>
          Deleted by {WHO[item.trashedBy]}
          {item.isBarred && ', never again'}
        </p>
        <p className="text-xs font-semibold" title={dateTime(item.erasedAt)}>
          {timeLeft(item)}
        </p>
      </>
    }
  >
    <Button
      size="small"
      data-delete={item.id}
      className="mt-2.5 w-full"
      aria-label={`Restore ${item.originalName}`}
      isBusy={isBusy}
      onClick={onRestore}
    >
      <RotateCcw aria-hidden className="size-4" />
      Restore
    </Button>
    <Button
      size="small"
      variant="ghost"
      className="mt-1 w-full text-danger-ink!"
      aria-label={`Delete for good ${item.originalName}`}
      isBusy={isBusy}
      onClick={onErase}
    >
      Delete for good
    </Button>
  </ItemCard>
)
