import { useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { type More, MoreToCome, useLoadMore } from './load-more.tsx'
import { useRestoredScroll, useSaveScroll } from './use-scroll-restoration.ts'

type Props<Item> = {
  /** Names the list to those who do not see it. */
  label: string
  items: Item[]
  keyOf: (item: Item) => number
  card: (item: Item) => ReactNode
  /** Of the whole list, when more of it may come. */
  total: number
  more: More
  /** Pixels: the least width of a card, and a guess of its height. */
  size: { width: number; height: number }
}

/** Pixels between cards. */
const GAP = 16
/** Rows that are drawn beyond what can be seen. */
const OVERSCAN = 3

/** How many columns fit, and where on the page the list begins; until that is measured, one column at the top. */
function useGridLayout(width: number) {
  const list = useRef<HTMLDivElement>(null)
  const [layout, setLayout] = useState({ columns: 1, top: 0, isMeasured: false })
  useLayoutEffect(() => {
    if (!list.current) return
    const measure = () => {
      if (!list.current) return
      const { width: all, top } = list.current.getBoundingClientRect()
      const columns = Math.max(1, Math.floor((all + GAP) / (width + GAP)))
      const next = { columns, top: top + scrollY, isMeasured: true }
      setLayout((before) =>
        before.isMeasured && before.columns === next.columns && before.top === next.top ? before : next,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(list.current)
    // What stands above may grow or shrink.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [width])
  return { list, ...layout }
}

type Placed = { list: RefObject<HTMLElement | null>; columns: number; isMeasured: boolean }

/** In other columns the same items are in other rows, of other heights: what was first on the screen is so again. */
function useKeptPlace(virtual: Virtualizer<Window, HTMLElement>, { list, columns, isMeasured }: Placed) {
  const place = useRef<{ columns: number; item: number }>(undefined)
  const row = virtual.range?.startIndex ?? 0
  useLayoutEffect(() => {
    if (!isMeasured) return
    const { columns: before = columns, item = 0 } = place.current ?? {}
    if (before === columns) {
      // An item in the middle of its row stays the one that was first, should the window be turned back.
      if (!place.current || Math.floor(item / columns) !== row) place.current = { columns, item: row * columns }
      return
    }
    place.current = { columns, item }
    virtual.measure()
    for (const element of list.current?.children ?? []) virtual.measureElement(element as HTMLElement)
    if (item > 0) virtual.scrollToIndex(Math.floor(item / columns), { align: 'start' })
  }, [virtual, list, columns, isMeasured, row])
}

/** Cards in as many columns as fit, scrolled with the page; only those that can be seen exist. */
export function VirtualGrid<Item>({ label, items, keyOf, card, total, more, size }: Props<Item>) {
  const { list, columns, top, isMeasured } = useGridLayout(size.width)
  const rows = Math.ceil(items.length / columns)
  const restored = useRestoredScroll(label)
  const virtual = useWindowVirtualizer<HTMLElement>({
    count: rows,
    estimateSize: () => size.height,
    gap: GAP,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialMeasurementsCache: restored?.measured ?? [],
  })
  useSaveScroll(label, virtual)
  useKeptPlace(virtual, { list, columns, isMeasured })
  const virtualRows = virtual.getVirtualItems()
  useLoadMore((virtualRows.at(-1)?.index ?? 0) >= rows - OVERSCAN, more)
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: its rows stand between the list and its entries */}
      <div ref={list} role="list" aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtualRows.map((row) => (
          <div
            key={row.key}
            data-index={row.index}
            ref={virtual.measureElement}
            className="absolute inset-x-0 top-0 grid"
            style={{
              gap: GAP,
              gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              translate: `0 ${row.start - top}px`,
            }}
          >
            {items.slice(row.index * columns, (row.index + 1) * columns).map((item, n) => (
              // biome-ignore lint/a11y/useSemanticElements: an entry of the list above
              <div key={keyOf(item)} role="listitem" aria-setsize={total} aria-posinset={row.index * columns + n + 1}>
                {card(item)}
              </div>
            ))}
          </div>
        ))}
      </div>
      <MoreToCome more={more} />
    </>
  )
}
