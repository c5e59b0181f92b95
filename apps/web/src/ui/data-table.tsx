import { useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useRef } from 'react'
import { type More, MoreToCome, useLoadMore } from './load-more.tsx'
import { TableHead } from './table-head.tsx'
import type { TableProps } from './table-props.ts'
import { TableRow } from './table-row.tsx'
import type { RowKey } from './table-selection.tsx'
import { useKeepPlace, useKeptPlace } from './use-kept-place.ts'
import { useRowKeys } from './use-row-keys.ts'

const NO_MORE: More = { hasMore: false, isLoading: false, hasFailed: false, load: () => {} }
/** Rows that are drawn beyond what can be seen. */
const OVERSCAN = 8
/** Pixels. */
const TICK_WIDTH = 56
const COLUMN_WIDTH = 140
/** For a table without rows, which would bring the keyboard along: it may be wider than the screen all the same. */
const WITHIN_REACH = 0
const frameClass =
  'relative max-h-[70svh] overflow-auto rounded-card border border-line bg-panel focus-visible:-outline-offset-2'

/**
 * A table of any length: only the rows that can be seen exist. Arrow keys, Home and End walk through its rows, Enter
 * opens one, Space ticks it; the next page is loaded as one comes near the end.
 */
export function DataTable<Row, Key extends RowKey = number>(props: TableProps<Row, Key>) {
  const { label, rows, columns, keyOf, empty, more = NO_MORE, total = rows.length, rowHeight = 56, selection } = props
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useRows(label, { count: rows.length, rowHeight, scroller })
  const shown = virtual.getVirtualItems()
  useLoadMore((shown.at(-1)?.index ?? 0) >= rows.length - OVERSCAN, more)
  const keys = useRowKeys({ count: rows.length, scrollTo: (index) => virtual.scrollToIndex(index), scroller })
  const widths = [...(selection ? [TICK_WIDTH] : []), ...columns.map(({ width = COLUMN_WIDTH }) => width)]
  const minWidth = widths.reduce((sum, width) => sum + width, 0)
  return (
    <div ref={scroller} tabIndex={rows.length === 0 ? WITHIN_REACH : undefined} className={frameClass}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are walked through and ticked
        role="grid"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-multiselectable={selection ? true : undefined}
        className="w-full table-fixed border-separate border-spacing-0"
        style={{ minWidth }}
        onKeyDown={keys.onKeyDown}
      >
        <colgroup>
          {selection && <col style={{ width: TICK_WIDTH }} />}
          {columns.map(({ id, width = COLUMN_WIDTH }) => (
            <col key={id} style={{ width }} />
          ))}
        </colgroup>
        <TableHead {...props} />
        <tbody>
          <Space height={shown[0]?.start ?? 0} />
          {shown.map(({ index }) => {
            const row = rows[index]
            return (
              row !== undefined && (
                <TableRow
                  key={keyOf(row)}
                  {...{ row, index, columns, selection, rowHeight }}
                  id={keyOf(row)}
                  isReachable={index === keys.current}
                  onFocus={() => keys.setCurrent(index)}
                  onOpen={props.onOpen}
                />
              )
            )
          })}
          <Space height={virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {rows.length === 0 && !more.isLoading && empty}
      <MoreToCome more={more} />
    </div>
  )
}

type Rows = { count: number; rowHeight: number; scroller: RefObject<HTMLElement | null> }

/** Which rows are drawn. */
function useRows(label: string, { count, rowHeight, scroller }: Rows) {
  const place = useKeptPlace(label)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    initialOffset: place?.offset ?? 0,
  })
  useKeepPlace(label, virtual)
  return virtual
}

/** Holds the place of the rows that are not drawn. */
const Space = ({ height }: { height: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td style={{ height }} />
    </tr>
  )
