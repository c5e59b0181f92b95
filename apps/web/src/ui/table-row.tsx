import { clsx } from 'clsx'
import { type Column, roleIn, type TableProps } from './table-props.ts'
import { type RowKey, SelectionCheckbox } from './table-selection.tsx'

type Props<Row, Key extends RowKey> = Pick<TableProps<Row, Key>, 'columns' | 'selection' | 'onOpen'> & {
  isCards: boolean
  row: Row
  id: Key
  index: number
  /** The one row that Tab leads to. */
  isReachable: boolean
  onFocus: () => void
}

/** A click on something in the row that acts by itself is not meant for the row. */
const isForRow = (target: EventTarget) => target instanceof Element && !target.closest('a, button, input, label')

export function TableRow<Row, Key extends RowKey>(props: Props<Row, Key>) {
  const { row, id, index, columns, selection, onOpen, isCards, isReachable, onFocus } = props
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
        isCards ? cardClass : 'h-14 scroll-mt-26 lg:scroll-mt-12 *:border-b *:border-line *:px-3 *:py-1',
        onOpen && 'cursor-pointer hover:bg-raised',
        isSelected && 'bg-raised',
      )}
    >
      {selection && (
        <td role={roleIn(isCards, 'gridcell')} className={clsx(isCards && 'absolute top-2 right-2')}>
          <SelectionCheckbox
            label={selection.labelOf(id)}
            checked={selection.selected.has(id)}
            onChange={() => selection.toggle(id)}
          />
        </td>
      )}
      {columns.map((column, n) => (
        <Cell key={column.id} {...{ row, column, isCards }} isTitle={n === 0} hasCheckbox={selection !== undefined} />
      ))}
    </tr>
  )
}

const cardClass =
  'relative grid scroll-mt-14 lg:scroll-mt-0 gap-x-8 gap-y-1 border-b border-line px-4 py-3 sm:grid-cols-2'

type CellProps<Row> = { row: Row; column: Column<Row>; isCards: boolean; isTitle: boolean; hasCheckbox: boolean }

/** Row or card, the elements stay: the keyboard keeps its place when the window is turned. */
function Cell<Row>({ row, column: { header, cell, align }, isCards, isTitle, hasCheckbox }: CellProps<Row>) {
  const value = cell(row)
  return (
    <td
      role={roleIn(isCards, 'gridcell')}
      className={
        isCards
          ? clsx(
              'grid min-h-7 grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-2',
              // Beside the tick, and across both columns of values.
              isTitle && clsx('sm:col-span-2', hasCheckbox && 'pr-12'),
            )
          : clsx('[overflow-wrap:anywhere]', align === 'end' && 'text-right')
      }
    >
      {isCards && <span className="text-sm text-mute">{header}</span>}
      <div className={isCards ? 'min-w-0 [overflow-wrap:anywhere]' : 'contents'}>
        {isCards ? (value ?? <span className="text-mute">–</span>) : value}
      </div>
    </td>
  )
}
