import { count } from '@hotvote/shared/counted'
import { X } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { Button } from '../forms/button.tsx'

export type RowKey = string | number

export type Selection<Key extends RowKey = number> = {
  selected: ReadonlySet<Key>
  toggle: (id: Key) => void
  setAll: (ids: Key[], isSelected: boolean) => void
  clear: () => void
  /** Label of a row's checkbox, such as "Select holiday.jpg". */
  getLabel: (id: Key) => string
}

export function useSelection<Key extends RowKey = number>(getLabel: (id: Key) => string): Selection<Key> {
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
    getLabel,
    toggle: (id) => setAll([id], !selected.has(id)),
    clear: () => setSelected(new Set()),
  }
}

type SelectionCheckboxProps = {
  label: string
  checked: boolean
  isIndeterminate?: boolean
  onChange: (event: ChangeEvent) => void
}

export function SelectionCheckbox({ label, checked, isIndeterminate = false, onChange }: SelectionCheckboxProps) {
  return (
    <label className="grid size-11 place-items-center">
      <input
        ref={(box) => {
          if (box) box.indeterminate = isIndeterminate
        }}
        type="checkbox"
        checked={checked}
        onChange={onChange}
        className="size-5 cursor-pointer accent-hot"
      />
      <span className="sr-only">{label}</span>
    </label>
  )
}

type BulkBarProps = {
  /** Number of selected entries. */
  total: number
  onClear: () => void
  /** Maximum number of entries per action. */
  max?: number
  children: ReactNode
}

export function BulkBar({ total, onClear, max = Number.POSITIVE_INFINITY, children }: BulkBarProps) {
  return (
    <div role="status" className="sticky bottom-4 z-20 mx-auto w-fit max-w-full">
      {total > 0 && (
        <section
          aria-label="Selection"
          className="bulk-bar flex animate-appear flex-wrap items-center gap-2 rounded-card border border-edge bg-panel p-2 pl-3 shadow-soft sm:pl-4"
        >
          <span className="font-semibold sm:mr-2">
            {total > max ? `Select at most ${count(max)}` : `${count(total)} selected`}
          </span>
          {children}
          <Button variant="ghost" aria-label="Clear" className="max-sm:w-11 max-sm:px-0" onClick={onClear}>
            <X aria-hidden className="size-5 sm:hidden" />
            <span className="max-sm:hidden">Clear</span>
          </Button>
        </section>
      )}
    </div>
  )
}

export type Column<Row> = {
  id: string
  header: string
  cell: (row: Row) => ReactNode
  /** Minimum width in pixels. Columns share the remaining width proportionally. */
  width?: number
  isSortable?: boolean
  /** Order after the first click; defaults to descending for numbers and dates. */
  firstOrder?: Sort['order']
  align?: 'end'
}

/** Sort order, which is stored in the URL (`lib/browser/url-state.ts`). */
export type Sort = { by: string; order: 'asc' | 'desc' }

export type TableProps<Row, Key extends RowKey = number> = {
  /** Label for screen readers. */
  label: string
  columns: Column<Row>[]
  rows: Row[]
  getKey: (row: Row) => Key
  sort?: Sort
  onSort?: (sort: Sort) => void
  empty: ReactNode
  /** Renders the card of a row, which replaces the columns in a narrow container. */
  card?: (row: Row) => ReactNode
  onOpen?: (row: Row) => void
  selection?: Selection<Key>
}

/** Returns an explicit role for cards, because `display: block` removes table semantics. */
export const roleIn = (isCards: boolean, role: 'row' | 'rowgroup' | 'columnheader' | 'gridcell') =>
  isCards ? role : undefined
