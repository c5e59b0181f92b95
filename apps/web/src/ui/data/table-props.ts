import type { ReactNode } from 'react'
import type { RowKey, Selection } from './table-selection.tsx'

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
