import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { Column, Sort, TableProps } from './table-props.ts'
import { type RowKey, type Selection, TickBox } from './table-selection.tsx'

/** Stays at the top while the rows scroll. */
export function TableHead<Row, Key extends RowKey>(props: TableProps<Row, Key>) {
  const { columns, rows, keyOf, sort, onSort, selection } = props
  return (
    <thead className="sticky top-0 z-10 bg-panel">
      <tr aria-rowindex={1} className="*:h-12 *:border-b *:border-line *:px-3">
        {selection && (
          <th scope="col">
            <TickAll selection={selection} ids={rows.map(keyOf)} />
          </th>
        )}
        {columns.map((column) => (
          <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  )
}

function TickAll<Key extends RowKey>({ selection, ids }: { selection: Selection<Key>; ids: Key[] }) {
  const ticked = ids.filter((id) => selection.selected.has(id)).length
  return (
    <TickBox
      label="Select all"
      checked={ids.length > 0 && ticked === ids.length}
      isPartly={ticked > 0 && ticked < ids.length}
      onChange={() => selection.setAll(ids, ticked < ids.length)}
    />
  )
}

type HeadProps<Row> = { column: Column<Row>; sort: Sort | undefined; onSort: ((sort: Sort) => void) | undefined }

const spoken = { asc: 'ascending', desc: 'descending' } as const

function ColumnHead<Row>({ column: { id, header, isSortable, align }, sort, onSort }: HeadProps<Row>) {
  const order = sort?.by === id ? sort.order : undefined
  return (
    <th
      scope="col"
      aria-sort={order && spoken[order]}
      className={clsx('text-sm font-semibold text-mute', align === 'end' ? 'text-right' : 'text-left')}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={() => onSort?.({ by: id, order: order === 'desc' ? 'asc' : 'desc' })}
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
