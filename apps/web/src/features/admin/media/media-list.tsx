import { counted } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/media-library'
import { ImageOff } from 'lucide-react'
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { Empty, NoMatches } from '../../../ui/empty.tsx'
import type { More } from '../../../ui/load-more.tsx'
import { VirtualGrid } from '../../../ui/virtual-grid.tsx'
import { NONE_CHOSEN, rangeBetween, retained, toggled, withTicked } from './list-selection.ts'
import type { AllMatching } from './media.api.ts'
import { MediaCard } from './media-card.tsx'
import { MediaPreview } from './media-preview.tsx'
import { RemovalBar } from './removal-bar.tsx'
import { useFocusOnNeighbour } from './use-focus-on-neighbour.ts'
import type { Removal, ShownList } from './use-removal.ts'

type Props = {
  ref: Ref<ShownList>
  items: LibraryItem[]
  total: number
  more: More
  /** Undefined while items and number are those of the filters before. */
  all: AllMatching | undefined
  removal: Removal
  /** Takes the filters away; absent when none is set. */
  onShowAll: (() => void) | undefined
}

/** Pixels; two cards side by side on a phone. */
const cardSize = () => ({ width: innerWidth < 768 ? 156 : 208, height: 330 })

const idsOf = (items: LibraryItem[]) => items.map(({ id }) => id)

/**
 * What is selected of the list; all of it, where that is more than what is loaded, until one is taken out. What the list has no
 * more is not selected, whoever deleted it.
 */
function useListSelection(items: LibraryItem[]) {
  const [chosen, choose] = useState(NONE_CHOSEN)
  const anchor = useRef<number>(undefined)
  useLayoutEffect(() => {
    const listed = new Set(idsOf(items))
    choose((before) => retained(before, (id) => listed.has(id)))
  }, [items])
  return {
    selected: chosen.ids,
    isAll: chosen.isAll,
    toggle: (id: number, isRange: boolean) => {
      const from = anchor.current
      anchor.current = id
      const loaded = idsOf(items)
      if (isRange && from !== undefined && !chosen.isAll)
        choose((before) => withTicked(before, rangeBetween(from, id, loaded), !before.ids.has(id)))
      else choose((before) => toggled(before, id, loaded))
    },
    setAll: (ids: number[], isTicked: boolean) => choose((before) => withTicked(before, ids, isTicked)),
    clear: () => choose(NONE_CHOSEN),
    chooseAll: () => choose((before) => ({ ...before, isAll: true })),
  }
}

/** Selection, preview and removal of what is listed. */
function useMediaList({ ref, items, removal }: Pick<Props, 'ref' | 'items' | 'removal'>) {
  const [openId, setOpenId] = useState<number>()
  const selection = useListSelection(items)
  const handover = useFocusOnNeighbour(items, removal.isUnderWay)
  useImperativeHandle(ref, () => ({
    leave: (gone) => {
      const isGone = gone.some(({ id }) => id === openId)
      // The preview goes on with the next one, so that several can be looked through.
      if (isGone) setOpenId(handover.neighbourOf(gone)?.id)
    },
    leaveAll: selection.clear,
  }))
  const index = openId === undefined ? -1 : items.findIndex(({ id }) => id === openId)
  const remove = (wanted: LibraryItem[] | AllMatching) => {
    if (Array.isArray(wanted)) handover.expect(wanted)
    removal.remove(wanted)
  }
  return {
    index,
    show: (item: LibraryItem | undefined) => setOpenId(item?.id),
    selection,
    removal: { ...removal, remove },
    removeOne: (item: LibraryItem) => remove([item]),
  }
}

/** The cards, what is selected of them, and the one that is looked at. */
export function MediaList({ items, total, more, all, onShowAll, ...props }: Props) {
  const [size] = useState(cardSize)
  const { index, show, selection, removal, removeOne } = useMediaList({ ...props, items })
  const bar = <RemovalBar items={items} all={all} selection={selection} removal={removal} />
  if (items.length === 0 && !more.hasMore) return <NoMedia onShowAll={onShowAll}>{bar}</NoMedia>
  return (
    <>
      {bar}
      <p role="status" className="text-sm text-mute">
        {counted(total, 'item')}
      </p>
      <VirtualGrid
        label="Media"
        items={items}
        keyOf={({ id }) => id}
        total={total}
        more={more}
        size={size}
        card={(item) => (
          <MediaCard
            item={item}
            isSelected={selection.isAll || selection.selected.has(item.id)}
            onToggle={(isRange) => selection.toggle(item.id, isRange)}
            onOpen={() => show(item)}
            onDelete={() => removeOne(item)}
          />
        )}
      />
      {index >= 0 && (
        <MediaPreview items={items} index={index} total={total} more={more} onShow={show} onDelete={removeOne} />
      )}
    </>
  )
}

/** `children`: a removal may go on, or have left something, that is not looked for now. */
const NoMedia = ({ onShowAll, children }: Pick<Props, 'onShowAll'> & { children: ReactNode }) => (
  <>
    {children}
    <Empty icon={ImageOff} title="No media found">
      {onShowAll ? <NoMatches what="Nothing" onShowAll={onShowAll} /> : 'What visitors upload appears here.'}
    </Empty>
  </>
)
