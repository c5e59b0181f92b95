import { count } from '@hotvote/shared/counted'
import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { ArrowUp } from 'lucide-react'
import { type ReactNode, type UIEvent, useCallback, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { type More, MoreToCome, useLoadMore } from './load-more.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useRestoredScroll, useSaveScroll } from './use-scroll-restoration.ts'

/** Roving tabindex: Tab focuses one entry, the arrow keys the others. Spread on the focusable element of each. */
export type RowFocusProps = { 'data-row': number; tabIndex: number; onFocus: () => void }

type Props<Item> = {
  /** Names the list to those who do not see it. */
  label: string
  items: Item[]
  keyOf: (item: Item) => number
  entry: (item: Item, reach: RowFocusProps) => ReactNode
  /** Of the whole list, when more of it may come. */
  total: number
  more: More
  /** Pixels: a guess of an entry's height. */
  height: number
  /** Shown instead of entries. */
  empty: ReactNode
  /** Its height on the screen. */
  className: string
  /** Entries that wait to be let in; `first`: where the first of them will be. A button says so. */
  held?: { count: number; first: number; letIn: () => void }
}

/** Entries that are drawn beyond what can be seen. */
const OVERSCAN = 6
/** Pixels that still count as the top. */
const TOP = 4

/**
 * A list of any length in a window of its own: only what can be seen exists, entries may have any height. What comes
 * in above never moves what one reads.
 */
export function VirtualList<Item>(props: Props<Item>) {
  const { items, total, more, empty, className, held, label } = props
  const { scroller, virtual, keys, goTo, onScroll } = useWindow(props)
  return (
    <div
      ref={scroller}
      onScroll={onScroll}
      className={clsx(
        'relative overflow-y-auto rounded-card border border-line bg-panel [overflow-anchor:none]',
        className,
      )}
    >
      <div role="status" className="sticky top-2 z-10 flex h-0 justify-center">
        {held !== undefined && held.count > 0 && <LetIn held={held} onLetIn={goTo} />}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: its height is that of entries which are not drawn */}
      <div
        role="list"
        aria-label={label}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={keys.onKeyDown}
      >
        {virtual.getVirtualItems().map(({ key, index, start }) => (
          // biome-ignore lint/a11y/useSemanticElements: an entry of the list above
          <div
            key={key}
            role="listitem"
            aria-setsize={total}
            aria-posinset={index + 1}
            data-index={index}
            ref={virtual.measureElement}
            className="absolute inset-x-0 top-0 border-b border-line"
            style={{ translate: `0 ${start}px` }}
          >
            <Entry {...props} index={index} keys={keys} />
          </div>
        ))}
      </div>
      {items.length === 0 && !more.isLoading && empty}
      <MoreToCome more={more} />
    </div>
  )
}

type LetInProps = { held: NonNullable<Props<unknown>['held']>; onLetIn: (first: number) => void }

function LetIn({ held: { count: waiting, first, letIn }, onLetIn }: LetInProps) {
  const show = () => {
    letIn()
    onLetIn(first)
  }
  return (
    <Button size="small" className="shadow-soft" onClick={show}>
      <ArrowUp aria-hidden className="size-4" />
      Show {count(waiting)} new
    </Button>
  )
}

type Keys = { current: number | undefined; setCurrent: (index: number) => void }

function Entry<Item>({ items, entry, index, keys }: Props<Item> & { index: number; keys: Keys }) {
  const item = items[index]
  const focusProps = {
    'data-row': index,
    tabIndex: index === keys.current ? 0 : -1,
    onFocus: () => keys.setCurrent(index),
  }
  return item !== undefined && entry(item, focusProps)
}

/** The virtualizer and the keys. */
function useWindow<Item>({ label, items, keyOf, height, more }: Props<Item>) {
  const scroller = useRef<HTMLDivElement>(null)
  const restored = useRestoredScroll(label)
  const [isAtTop, setAtTop] = useState((restored?.offset ?? 0) < TOP)
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: items.length,
    getScrollElement: () => scroller.current,
    getItemKey: useCallback((index: number) => keyAt(items, keyOf, index), [items, keyOf]),
    estimateSize: () => height,
    overscan: OVERSCAN,
    initialOffset: restored?.offset ?? 0,
    initialMeasurementsCache: restored?.measured ?? [],
    // A list that is hidden for a while keeps its height, or it would never come back.
    measureElement: (element: HTMLElement) => element.offsetHeight || height,
    // What is in sight keeps its place; at the top, what is new shows itself.
    anchorTo: isAtTop ? 'start' : 'end',
    // Never the bottom: an entry that opens there grows downwards, too.
    scrollEndThreshold: -1,
  })
  useSaveScroll(label, virtual)
  useLoadMore((virtual.getVirtualItems().at(-1)?.index ?? 0) >= items.length - OVERSCAN, more)
  const goTo = (index: number) => {
    virtual.scrollToIndex(index)
    const focus = () => scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus()
    // A row far away exists only after the list was scrolled.
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }
  const keys = useRowKeys(items.length, (_list, index) => goTo(index))
  const drawn = virtual.getVirtualItems().some(({ index }) => index === keys.current)
  const current = drawn ? keys.current : virtual.range?.startIndex
  const onScroll = ({ currentTarget: { scrollTop } }: UIEvent<HTMLElement>) => setAtTop(scrollTop < TOP)
  return { scroller, virtual, keys: { ...keys, current }, goTo, onScroll }
}

const keyAt = <Item,>(items: Item[], keyOf: (item: Item) => number, index: number) => {
  const item = items[index]
  return item === undefined ? index : keyOf(item)
}
