import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type More, MoreToCome, useLoadMore } from './load-more.tsx'
import { TableHead } from './table-head.tsx'
import type { TableProps } from './table-props.ts'
import { TableRow } from './table-row.tsx'
import type { RowKey } from './table-selection.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useRestoredScroll, useSaveScroll } from './use-scroll-restoration.ts'

const NO_MORE: More = { hasMore: false, isLoading: false, hasFailed: false, load: () => {} }
/** Rows that are drawn beyond what can be seen. */
const OVERSCAN = 8
/** Pixels. */
const CHECKBOX_WIDTH = 56
const COLUMN_WIDTH = 140
/** Pixels: a guess of a card's height. */
const CARD_LINE = 32
const CARD_PADDING = 28
/** For a table without rows, which would bring the keyboard along: it may be wider than the screen all the same. */
const WITHIN_REACH = 0
const frameClass =
  'relative max-h-[70svh] overflow-auto rounded-card border border-line bg-panel focus-visible:-outline-offset-2'

/**
 * A table of any length: only the rows that can be seen exist. Arrow keys, Home and End walk through its rows, Enter
 * opens one, Space ticks it; the next page is loaded as one comes near the end. Where its columns have no room, each row
 * is a card that names every value: nothing has to be scrolled sideways.
 */
export function DataTable<Row, Key extends RowKey = number>(props: TableProps<Row, Key>) {
  const { rows, columns, empty, more = NO_MORE, selection } = props
  const scroller = useRef<HTMLDivElement>(null)
  const widths = [...(selection ? [CHECKBOX_WIDTH] : []), ...columns.map(({ width = COLUMN_WIDTH }) => width)]
  const isCards = useNarrow(
    scroller,
    widths.reduce((sum, width) => sum + width, 0),
  )
  return (
    <div ref={scroller} tabIndex={rows.length === 0 ? WITHIN_REACH : undefined} className={frameClass}>
      {isCards !== undefined && <Grid {...props} {...{ scroller, isCards, more }} />}
      {rows.length === 0 && !more.isLoading && empty}
      <MoreToCome more={more} />
    </div>
  )
}

type GridProps<Row, Key extends RowKey> = TableProps<Row, Key> & {
  scroller: RefObject<HTMLDivElement | null>
  isCards: boolean
  more: More
}

function Grid<Row, Key extends RowKey>(props: GridProps<Row, Key>) {
  const { label, rows, columns, keyOf, more, total = rows.length, rowHeight = 56, selection, scroller, isCards } = props
  const height = isCards ? CARD_PADDING + columns.length * CARD_LINE : rowHeight
  const virtual = useRows(label, { count: rows.length, height, isCards, scroller })
  const virtualRows = virtual.getVirtualItems()
  useLoadMore((virtualRows.at(-1)?.index ?? 0) >= rows.length - OVERSCAN, more)
  const keyAt = (index: number) => rows[index] && keyOf(rows[index])
  const keys = useRowKeys({ virtual, keyAt, scroller, haveStops: true })
  useTopOfOther(props.list, () => {
    virtual.scrollToOffset(0)
    keys.setCurrent(undefined)
  })
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are walked through and ticked
      role="grid"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-multiselectable={selection ? true : undefined}
      className={isCards ? 'block' : 'w-full table-fixed border-separate border-spacing-0'}
      onKeyDown={keys.onKeyDown}
    >
      {!isCards && (
        <colgroup>
          {selection && <col style={{ width: CHECKBOX_WIDTH }} />}
          {columns.map(({ id, width = COLUMN_WIDTH }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
      )}
      <TableHead {...props} />
      <tbody {...(isCards && { role: 'rowgroup', className: 'block' })}>
        <Space height={virtualRows[0]?.start ?? 0} />
        {virtualRows.map(({ index }) => {
          const row = rows[index]
          return (
            row !== undefined && (
              <TableRow
                key={keyOf(row)}
                {...{ row, index, columns, selection, rowHeight, isCards }}
                id={keyOf(row)}
                measure={virtual.measureElement}
                isReachable={index === keys.current}
                onFocus={() => keys.setCurrent(index)}
                onOpen={props.onOpen}
              />
            )
          )
        })}
        <Space height={virtual.getTotalSize() - (virtualRows.at(-1)?.end ?? 0)} />
      </tbody>
    </table>
  )
}

/** `height`: a guess of a row's. */
type Rows = { count: number; height: number; isCards: boolean; scroller: RefObject<HTMLElement | null> }

/** Which rows are drawn. */
function useRows(label: string, { count, height, isCards, scroller }: Rows) {
  const restored = useRestoredScroll(label)
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: OVERSCAN,
    initialOffset: restored?.offset ?? 0,
    initialMeasurementsCache: restored?.measured ?? [],
    // A table that is hidden for a while keeps its height.
    measureElement: (element: HTMLElement) => element.offsetHeight || height,
  })
  useSaveScroll(label, virtual)
  const measuredAs = useRef(isCards)
  useLayoutEffect(() => {
    if (measuredAs.current !== isCards) virtual.measure()
    measuredAs.current = isCards
  }, [isCards, virtual])
  return virtual
}

/** Another list begins at its top as soon as its rows are there; undefined: they are not. */
function useTopOfOther(list: string | undefined, goToTop: () => void) {
  const shown = useRef(list)
  const begin = useEffectEvent(goToTop)
  useLayoutEffect(() => {
    if (list === undefined || list === shown.current) return
    shown.current = list
    begin()
  }, [list])
}

/** Holds the place of the rows that are not drawn. */
const Space = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  )

/** Pixels that a scroll bar may take of an element. */
const SCROLL_BAR = 18

/** Whether an element has less than so many pixels for what is in it; undefined until it was measured, before it is seen. */
function useNarrow(element: RefObject<HTMLElement | null>, width: number) {
  const [isNarrow, setNarrow] = useState<boolean>()
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    // A hidden screen has no width, and stays as it was. A scroll bar may come and go with the answer: it always counts.
    const measure = () => measured.offsetWidth > 0 && setNarrow(measured.offsetWidth - SCROLL_BAR < width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, width])
  return isNarrow
}
