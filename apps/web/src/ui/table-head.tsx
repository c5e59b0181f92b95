import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type Column, roleIn, type Sort, type TableProps } from './table-props.ts'
import { type RowKey, type Selection, SelectionCheckbox } from './table-selection.tsx'

type HeadOf<Row, Key extends RowKey> = TableProps<Row, Key> & { isCards: boolean }

/** Stays at the top while rows scroll; above cards, where it takes several lines, it goes with them. */
export function TableHead<Row, Key extends RowKey>(props: HeadOf<Row, Key>) {
  const { columns, rows, keyOf, sort, onSort, selection, isCards } = props
  const canSort = columns.some(({ isSortable }) => isSortable)
  const cardsHead = canSort || selection ? 'block' : 'sr-only'
  return (
    <thead role={roleIn(isCards, 'rowgroup')} className={isCards ? cardsHead : 'sticky top-14 z-10 bg-panel lg:top-0'}>
      <tr role={roleIn(isCards, 'row')} className={isCards ? cardsClass : '*:h-12 *:border-b *:border-line *:px-3'}>
        {isCards && canSort && (
          <td role="presentation" className="text-sm text-mute">
            Sort by
          </td>
        )}
        {selection && (
          <th scope="col" role={roleIn(isCards, 'columnheader')} className={clsx(isCards && 'flex items-center')}>
            {isCards && (
              <span aria-hidden className="text-sm font-semibold text-mute">
                Select all
              </span>
            )}
            <SelectAllCheckbox selection={selection} ids={rows.map(keyOf)} />
          </th>
        )}
        {columns.map((column) => (
          <ColumnHead key={column.id} {...{ column, sort, onSort, isCards }} />
        ))}
      </tr>
    </thead>
  )
}

const cardsClass = 'relative flex flex-wrap items-center gap-x-4 border-b border-line px-4 py-1'

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
        // A card names its values itself.
        isCards && !isSortable && 'sr-only',
      )}
    >
      {isSortable ? (
        <button
          type="button"
          onClick={() =>
            onSort?.({ by: id, order: order === undefined ? firstOrder : order === 'desc' ? 'asc' : 'desc' })
          }
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
