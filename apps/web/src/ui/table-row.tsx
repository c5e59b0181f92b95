import { clsx } from 'clsx'
import type { TableProps } from './table-props.ts'
import { type RowKey, TickBox } from './table-selection.tsx'

type Props<Row, Key extends RowKey> = Pick<TableProps<Row, Key>, 'columns' | 'selection' | 'onOpen' | 'rowHeight'> & {
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
  const { row, id, index, columns, selection, onOpen, rowHeight, isReachable, onFocus } = props
  const isSelected = selection?.selected.has(id)
  return (
    <tr
      data-row={index}
      tabIndex={isReachable ? 0 : -1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onFocus={onFocus}
      onClick={(event) => isForRow(event.target) && onOpen?.(row)}
      style={{ height: rowHeight }}
      className={clsx(
        'scroll-mt-12 -outline-offset-2 *:border-b *:border-line *:px-3',
        onOpen && 'cursor-pointer hover:bg-raised',
        isSelected && 'bg-raised',
      )}
    >
      {selection && (
        <td>
          <TickBox label={selection.labelOf(id)} checked={isSelected} onChange={() => selection.toggle(id)} />
        </td>
      )}
      {columns.map(({ id: column, cell, align }) => (
        <td key={column} className={clsx('truncate', align === 'end' && 'text-right')}>
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}
