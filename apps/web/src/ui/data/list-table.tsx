import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryView } from '../feedback/query-view.tsx'
import { TableSkeleton } from '../feedback/skeleton.tsx'
import { DataTable } from './data-table.tsx'
import { Pager } from './pager.tsx'
import type { RowKey, TableProps } from './table-selection.tsx'

type List<Row> = { items: Row[]; total: number; next?: string | undefined }

type Props<Row, Key extends RowKey> = Omit<TableProps<Row, Key>, 'rows'> & {
  query: UseQueryResult<List<Row>> | UseQueryResult<Row[]>
  errorTitle: string
  /** Name of the URL parameter for the page cursor. */
  param?: string
  /** Text above the table, such as the number of rows. */
  head?: ((list: List<Row>) => ReactNode) | undefined
}

export function ListTable<Row, Key extends RowKey = number>(props: Props<Row, Key>) {
  const { query, errorTitle, head, param, ...table } = props
  return (
    <QueryView<Row[] | List<Row>>
      query={query}
      errorTitle={errorTitle}
      loading={<TableSkeleton hasCount={head !== undefined} />}
    >
      {(data) => {
        const list = Array.isArray(data) ? { items: data, total: data.length } : data
        return (
          <div className="flex scroll-mt-16 flex-col gap-2 lg:scroll-mt-2">
            {head && (
              <p role="status" className="w-fit text-sm text-mute">
                {head(list)}
              </p>
            )}
            <DataTable {...table} rows={list.items} />
            {'next' in list && (
              <Pager
                label={`Pages: ${table.label}`}
                param={param}
                next={list.next}
                isLoading={query.isPlaceholderData}
              />
            )}
          </div>
        )
      }}
    </QueryView>
  )
}
