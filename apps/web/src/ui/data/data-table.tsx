import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import {
  type Column,
  type RowKey,
  roleIn,
  type Selection,
  SelectionCheckbox,
  type Sort,
  type TableProps,
} from './table-selection.tsx'
import { useRowKeys } from './use-row-keys.ts'

/** Pixels. */
const CHECKBOX_WIDTH = 56
const COLUMN_WIDTH = 140

/**
 * Arrow keys, Home and End move between rows, Enter opens a row, and Space selects it.
 * Rows become cards in a narrow container, which avoids horizontal scrolling.
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
    <div ref={frame} className="overflow-clip rounded-card border border-line bg-panel">
      {isCards !== undefined && <Grid {...props} isCards={isCards} />}
      {rows.length === 0 && empty}
    </div>
  )
}

type GridProps<Row, Key extends RowKey> = TableProps<Row, Key> & { isCards: boolean }

function Grid<Row, Key extends RowKey>(props: GridProps<Row, Key>) {
  const { label, rows, columns, getKey, selection, isCards } = props
  const keys = useRowKeys(rows.length)
  return (
    <table
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows can be navigated and selected
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
            key={getKey(row)}
            {...{ row, index, columns, selection, isCards }}
            card={props.card}
            id={getKey(row)}
            isReachable={index === keys.current}
            onFocus={() => keys.setCurrent(index)}
            onOpen={props.onOpen}
          />
        ))}
      </tbody>
    </table>
  )
}

/** True if the element is narrower than `width` pixels; undefined before the first layout. */
function useNarrow(element: RefObject<HTMLElement | null>, width: number) {
  const [isNarrow, setNarrow] = useState<boolean>()
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    // Keep the last result while the screen is hidden, because it has no width then.
    const measure = () => measured.offsetWidth > 0 && setNarrow(measured.clientWidth < width)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(measured)
    return () => observer.disconnect()
  }, [element, width])
  return isNarrow
}

/** The header is sticky above rows, but not above cards, where it takes up several lines. */
function TableHead<Row, Key extends RowKey>(props: GridProps<Row, Key>) {
  const { columns, rows, getKey, sort, onSort, selection, isCards } = props
  const canSort = columns.some(({ isSortable }) => isSortable)
  const cardsHead = rows.length > 0 && (canSort || selection) ? 'block' : 'sr-only'
  return (
    <thead role={roleIn(isCards, 'rowgroup')} className={isCards ? cardsHead : 'sticky top-14 z-10 bg-panel lg:top-0'}>
      <tr role={roleIn(isCards, 'row')} className={isCards ? cardsClass : '*:h-12 *:border-b *:border-line *:px-3'}>
        {isCards && canSort && (
          <td role="presentation" className="-order-2 text-sm text-mute">
            Sort by
          </td>
        )}
        {selection && (
          <th
            scope="col"
            role={roleIn(isCards, 'columnheader')}
            className={clsx(isCards && 'sticky -right-4 order-last -mr-2 ml-auto flex items-center bg-panel pl-2')}
          >
            {isCards && (
              <span aria-hidden className="text-sm font-semibold text-mute">
                Select all
              </span>
            )}
            <SelectAllCheckbox selection={selection} ids={rows.map(getKey)} />
          </th>
        )}
        {columns.map((column) => (
          <ColumnHead key={column.id} {...{ column, sort, onSort, isCards }} />
        ))}
      </tr>
    </thead>
  )
}

/** The controls stay on one line, so the first card is in view. */
const cardsClass = 'relative flex items-center gap-x-4 overflow-x-auto border-b border-line px-4 py-1 whitespace-nowrap'

function SelectAllCheckbox<Key extends RowKey>({ selection, ids }: { selection: Selection<Key>; ids: Key[] }) {
  const ticked = ids.filter((id) => selection.selected.has(id)).length
  return (
    <SelectionCheckbox
      label="Select all"
      checked={ids.length > 0 && ticked === ids.length}
      isIndeterminate={ticked > 0 && ticked < ids.length}
      onChange={() => selection.setAll(ids, ticked < ids.length)}
    />
  )
}

type HeadProps<Row> = {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
  isCards: boolean
}

const spoken = { asc: 'ascending', desc: 'descending' } as const

function ColumnHead<Row>({
  column: { id, header, isSortable, firstOrder = 'desc', align },
  sort,
  onSort,
  isCards,
}: HeadProps<Row>) {
  const order = sort?.by === id ? sort.order : undefined
  return (
    <th
      scope="col"
      role={roleIn(isCards, 'columnheader')}
      aria-sort={order && spoken[order]}
      className={clsx(
        'text-sm font-semibold text-mute',
        align === 'end' ? 'text-right' : 'text-left',
        isCards && !isSortable && 'sr-only',
        // Keep the current sort in view on phones, where the controls scroll.
        isCards && order && '-order-1',
      )}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            onSort?.({ by: id, order: order === undefined ? firstOrder : order === 'desc' ? 'asc' : 'desc' })
            const table = currentTarget.closest('table')
            if (table && table.getBoundingClientRect().top < 0) table.scrollIntoView()
          }}
          className="-mx-1 inline-flex min-h-11 items-center gap-1 rounded-control px-1 hover:text-text"
        >
          {header}
          <Arrow order={order} />
        </button>
      ) : (
        header || <span className="sr-only">Actions</span>
      )}
    </th>
  )
}

function Arrow({ order }: { order: Sort['order'] | undefined }) {
  if (order === undefined) return <ChevronsUpDown aria-hidden className="size-3.5 opacity-60" />
  const Icon = order === 'asc' ? ArrowUp : ArrowDown
  return <Icon aria-hidden className="size-3.5 text-text" />
}

type Props<Row, Key extends RowKey> = Pick<TableProps<Row, Key>, 'columns' | 'selection' | 'onOpen' | 'card'> & {
  isCards: boolean
  row: Row
  id: Key
  index: number
  /** True for the one row that is in the tab order. */
  isReachable: boolean
  onFocus: () => void
}

/** False for clicks on controls inside the row. */
const isForRow = (target: EventTarget) => target instanceof Element && !target.closest('a, button, input, label')

function TableRow<Row, Key extends RowKey>(props: Props<Row, Key>) {
  const { row, id, index, columns, card, selection, onOpen, isCards, isReachable, onFocus } = props
  const isSelected = selection?.selected.has(id)
  return (
    <tr
      data-row={index}
      data-card={isCards || undefined}
      role={roleIn(isCards, 'row')}
      tabIndex={isReachable ? 0 : -1}
      aria-selected={isSelected}
      onFocus={onFocus}
      onClick={(event) => isForRow(event.target) && onOpen?.(row)}
      className={clsx(
        'group -outline-offset-2',
        isCards
          ? cardClass
          : 'h-14 scroll-mt-26 lg:scroll-mt-12 *:border-b *:border-line *:px-3 *:py-1 last:*:border-b-0',
        onOpen && 'cursor-pointer hover:bg-raised',
        isSelected && 'bg-raised',
      )}
    >
      {selection && (
        <td role={roleIn(isCards, 'gridcell')} className={clsx(isCards && 'absolute top-2 right-2')}>
          <SelectionCheckbox
            label={selection.getLabel(id)}
            checked={selection.selected.has(id)}
            onChange={() => selection.toggle(id)}
          />
        </td>
      )}
      {isCards && card ? (
        <td colSpan={columns.length} className="min-w-0 sm:col-span-2">
          {card(row)}
        </td>
      ) : (
        columns.map((column, n) => (
          <Cell key={column.id} {...{ row, column, isCards }} isTitle={n === 0} hasCheckbox={selection !== undefined} />
        ))
      )}
    </tr>
  )
}

const cardClass =
  'relative grid scroll-mt-14 lg:scroll-mt-0 gap-x-8 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 sm:grid-cols-2'

type CellProps<Row> = { row: Row; column: Column<Row>; isCards: boolean; isTitle: boolean; hasCheckbox: boolean }

/** Rows and cards use the same elements, so focus is kept when the device is rotated. */
function Cell<Row>({ row, column: { header, cell, align }, isCards, isTitle, hasCheckbox }: CellProps<Row>) {
  const value = cell(row)
  return (
    <td
      role={roleIn(isCards, 'gridcell')}
      className={
        isCards
          ? isTitle
            ? clsx('min-h-7 pb-1 font-semibold sm:col-span-2', hasCheckbox && 'pr-12')
            : header === ''
              ? 'pt-1 sm:col-span-2'
              : 'grid min-h-7 grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-2'
          : clsx('[overflow-wrap:anywhere]', align === 'end' && 'text-right')
      }
    >
      {isCards && <span className={isTitle ? 'sr-only' : 'text-sm text-mute'}>{header}</span>}
      <div className={isCards ? 'min-w-0 [overflow-wrap:anywhere]' : 'contents'}>
        {isCards ? (value ?? <span className="text-mute">–</span>) : value}
      </div>
    </td>
  )
}
