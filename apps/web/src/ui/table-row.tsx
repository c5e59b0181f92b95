import { clsx } from 'clsx'
import type { TableProps } from './table-props.ts'
import { TickBox } from './table-selection.tsx'

type Props<Row> = Pick<TableProps<Row>, 'columns' | 'selection' | 'onOpen' | 'rowHeight'> & {
  row: Row
  id: number
  index: number
  /** The one row that Tab leads to. */
  isReachable: boolean
  onFocus: () => void
}

/** A click on something in the row that acts by itself is not meant for the row. */
const isForRow = (target: EventTarget) => target instanceof Element && !target.closest('a, button, input, label')

export function TableRow<Row>(props: Props<Row>) {
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
