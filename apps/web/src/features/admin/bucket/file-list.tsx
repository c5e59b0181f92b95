import { BUCKET_DELETE_MAX, listBucketFiles } from '@hotvote/shared/bucket'
import { counted } from '@hotvote/shared/counted'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FolderOpen, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { DataTable } from '../../../ui/data/data-table.tsx'
import { Pager } from '../../../ui/data/pager.tsx'
import { Section } from '../../../ui/data/section.tsx'
import type { Selection } from '../../../ui/data/table-selection.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchField, SelectField } from '../../../ui/forms/field.tsx'
import { RefreshButton } from '../../../ui/forms/refresh-button.tsx'
import { BUCKET, filesQuery } from './bucket.api.ts'
import { deletableOf } from './deletable.ts'
import { fileColumns } from './file-columns.tsx'
import type { OnShown } from './use-shown-files.ts'

const PARAMS = { prefix: '', only: '', cursor: '' }

type Props = {
  selection: Selection<string>
  onShown: OnShown
  onDelete: () => void
  isDeleting: boolean
}

/** Every file, to be ticked and deleted (`admin.md §2`). */
export function FileList({ selection, onShown, onDelete, isDeleting }: Props) {
  const [{ cursor, ...params }, setParams] = useUrlState(PARAMS, listBucketFiles)
  const filters = validQuery(listBucketFiles, { ...params, prefix: useDebounced(params.prefix.toLowerCase()) })
  const client = useQueryClient()
  const query = useQuery(filesQuery(filters, cursor))
  const refresh = () => void client.invalidateQueries({ queryKey: BUCKET })
  const { data } = query
  useEffect(() => {
    if (data) onShown('list', data.files.map(deletableOf))
  }, [data, onShown])
  const chosen = selection.selected.size
  return (
    <Section
      title="Files"
      actions={
        <>
          <RefreshButton onClick={refresh} isBusy={query.isFetching} />
          <Button
            className="text-danger-ink!"
            onClick={onDelete}
            disabled={chosen === 0 || chosen > BUCKET_DELETE_MAX}
            isBusy={isDeleting}
          >
            <Trash2 aria-hidden className="size-4" />
            Delete selected
          </Button>
        </>
      }
    >
      <Filters params={params} onChange={(changes) => setParams({ ...changes, cursor: '' })} />
      <QueryView
        query={{ ...query, refetch: refresh }}
        errorTitle="Failed to load bucket files"
        loading={<TableSkeleton />}
      >
        {({ files, next }) => (
          <>
            <p role="status" className="text-sm text-mute">
              {counted(files.length, 'file')}
              {(cursor !== '' || next !== undefined) && ' on this page'}
              {chosen > 0 && ` · ${chosen} selected`}
            </p>
            <DataTable
              label="Bucket files"
              columns={fileColumns}
              rows={files}
              list={query.isPlaceholderData ? undefined : `${JSON.stringify(filters)} ${cursor}`}
              keyOf={({ key }) => key}
              selection={selection}
              empty={
                <Empty icon={FolderOpen} title={next === undefined ? 'No files found' : 'No files found so far'}>
                  {next !== undefined
                    ? 'The next page searches on.'
                    : params.prefix || params.only
                      ? 'No file matches these filters.'
                      : 'The bucket is empty.'}
                </Empty>
              }
            />
            <Pager next={next} isLoading={query.isPlaceholderData} />
          </>
        )}
      </QueryView>
    </Section>
  )
}

type FilterValues = Omit<typeof PARAMS, 'cursor'>
type FiltersProps = { params: FilterValues; onChange: (changes: Partial<FilterValues>) => void }

const Filters = ({ params, onChange }: FiltersProps) => (
  <search className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]">
    <SearchField
      label="Key begins with"
      placeholder="2026/11/"
      value={params.prefix}
      onChange={(prefix) => onChange({ prefix })}
    />
    <SelectField label="Show" value={params.only} onChange={({ target }) => onChange({ only: target.value })}>
      <option value="">All files</option>
      <option value="orphans">Only without an item</option>
    </SelectField>
  </search>
)
