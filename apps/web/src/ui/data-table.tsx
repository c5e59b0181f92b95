import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { TableHead } from './table-head.tsx'
import type { TableProps } from './table-props.ts'
import { TableRow } from './table-row.tsx'
import type { RowKey } from './table-selection.tsx'
import { useRowKeys } from './use-row-keys.ts'

/** Pixels. */
const CHECKBOX_WIDTH = 56
const COLUMN_WIDTH = 140

/**
 * Arrow keys, Home and End walk through the rows of a table, Enter opens one, Space ticks it. Where its columns have no room, each
 * row is a card that names every value: nothing has to be scrolled sideways.
 */
export function DataTable<Row, Key extends RowKey = number>(props: TableProps<Row, Key>) {
  const { rows, columns, empty, selection } = props
  const frame = useRef<HTMLDivElement>(null)
  const widths = [...(selection ? [CHECKBOX_WIDTH] : []), ...columns.map(({ width = COLUMN_WIDTH }) => width)]
  const isCards = useNarrow(
    frame,
    widths.reduce((sum, width) => sum + width, 0),
  )
  return (
    <div ref={frame} className="scroll-mt-16 overflow-clip rounded-card border border-line bg-panel lg:scroll-mt-2">
      {isCards !== undefined && <Grid {...props} {...{ frame, isCards }} />}
      {rows.length === 0 && empty}
    </div>
  )
}

type GridProps<Row, Key extends RowKey> = TableProps<Row, Key> & {
  frame: RefObject<HTMLElement | null>
  isCards: boolean
}

function Grid<Row, Key extends RowKey>(props: GridProps<Row, Key>) {
  const { label, rows, columns, keyOf, selection, frame, isCards } = props
  const keys = useRowKeys(rows.length)
  useTopOfOther(props.list, () => {
    keys.setCurrent(0)
    if (frame.current && frame.current.getBoundingClientRect().top < 0) frame.current.scrollIntoView()
  })
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are walked through and ticked
      role="grid"
      aria-label={label}
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
        {rows.map((row, index) => (
          <TableRow
            key={keyOf(row)}
            {...{ row, index, columns, selection, isCards }}
            id={keyOf(row)}
            isReachable={index === keys.current}
            onFocus={() => keys.setCurrent(index)}
            onOpen={props.onOpen}
          />
        ))}
      </tbody>
    </table>
  )
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

/** Whether an element has less than so many pixels for what is in it; undefined until it was measured, before it is seen. */
function useNarrow(element: RefObject<HTMLElement | null>, width: number) {
  const [isNarrow, setNarrow] = useState<boolean>()
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    // A hidden screen has no width, and stays as it was.
    const measure = () => measured.offsetWidth > 0 && setNarrow(measured.clientWidth < width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, width])
  return isNarrow
}
