import { count } from '@hotvote/shared/counted'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../forms/button.tsx'

/** What names an entry of a list. */
export type RowKey = string | number

/** Which entries of a list are ticked. */
export type Selection<Key extends RowKey = number> = {
  selected: ReadonlySet<Key>
  toggle: (id: Key) => void
  setAll: (ids: Key[], isSelected: boolean) => void
  clear: () => void
  /** What the box of an entry says ("Select holiday.jpg"). */
  labelOf: (id: Key) => string
}

export function useSelection<Key extends RowKey = number>(labelOf: (id: Key) => string): Selection<Key> {
  const [selected, setSelected] = useState<ReadonlySet<Key>>(new Set())
  const setAll = (ids: Key[], isTicked: boolean) =>
    setSelected((before) => {
      const next = new Set(before)
      for (const id of ids) isTicked ? next.add(id) : next.delete(id)
      return next
    })
  return {
    selected,
    setAll,
    labelOf,
    toggle: (id) => setAll([id], !selected.has(id)),
    clear: () => setSelected(new Set()),
  }
}

type SelectionCheckboxProps = {
  label: string
  checked: boolean
  isIndeterminate?: boolean
  onChange: () => void
}

export function SelectionCheckbox({ label, checked, isIndeterminate = false, onChange }: SelectionCheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isIndeterminate
  }, [isIndeterminate])
  return (
    <label className="grid size-11 place-items-center">
      <input
        ref={box}
        type="checkbox"
        checked={checked}
        onChange={onChange}
        className="size-5 cursor-pointer accent-hot"
      />
      <span className="sr-only">{label}</span>
    </label>
  )
}

/** What can be done with all that is ticked; there only while something is. */
export function BulkBar<Key extends RowKey>({
  selection: { selected, clear },
  total = selected.size,
  max = Number.POSITIVE_INFINITY,
  children,
}: {
  selection: Pick<Selection<Key>, 'selected' | 'clear'>
  /** How many are meant, where that is more than what is loaded. */
  total?: number
  /** How many can be dealt with at once, unless it is any number. */
  max: number | undefined
  children: ReactNode
}) {
  return (
    <div role="status" className="sticky bottom-4 z-20 mx-auto w-fit max-w-full">
      {selected.size > 0 && (
        <div className="bulk-bar flex animate-appear flex-wrap items-center gap-2 rounded-card border border-line bg-panel p-2 pl-4 shadow-soft">
          <span className="mr-2 font-semibold">
            {total > max ? (
              `At most ${count(max)} at once`
            ) : (
              <>
                {count(total)}
                {/* On phones the action says it, and all of it has to fit into a line. */}
                <span className="max-sm:sr-only"> selected</span>
              </>
            )}
          </span>
          {children}
          <Button variant="ghost" onClick={clear}>
            Clear
          </Button>
        </div>
      )}
    </div>
  )
}

export type Column<Row> = {
  /** Names the column in the sort. */
  id: string
  /** Empty above actions. */
  header: string
  cell: (row: Row) => ReactNode
  /** Pixels at least; what is left over is shared in proportion. */
  width?: number
  isSortable?: boolean
  /** The order of the first click: `asc` for text; numbers and dates begin with the largest. */
  firstOrder?: Sort['order']
  align?: 'end'
}

/** Of the list as it is shown; kept in the address (`lib/browser/url-state.ts`). */
export type Sort = { by: string; order: 'asc' | 'desc' }

export type TableProps<Row, Key extends RowKey = number> = {
  /** Names the table to those who do not see it. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => Key
  /** Names the list that the rows are of, and the page; undefined while they are those of the one before. Another one begins at its top. */
  list?: string | undefined
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Shown instead of rows. */
  empty: ReactNode
  /** What Enter and a click on a row do. */
  onOpen?: (row: Row) => void
  selection?: Selection<Key>
}

/** A part of a table that is no longer drawn as one is still to be told as one. */
export const roleIn = (isCards: boolean, role: 'row' | 'rowgroup' | 'columnheader' | 'gridcell') =>
  isCards ? role : undefined
