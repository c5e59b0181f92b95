import { BUCKET_DELETE_MAX, listBucketFiles } from '@hotvote/shared/bucket'
import { counted } from '@hotvote/shared/counted'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { FolderOpen, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { useLocationKey } from '../../../lib/browser/use-location-key.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { moreOf } from '../../../ui/load-more.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { RefreshButton } from '../../../ui/refresh-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { Section } from '../../../ui/section.tsx'
import type { Selection } from '../../../ui/table-selection.tsx'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'
import { BUCKET, filesQuery } from './bucket.api.ts'
import { deletableOf } from './deletable.ts'
import { fileColumns } from './file-columns.tsx'
import type { OnShown } from './use-shown-files.ts'

const FILTERS = { prefix: '', only: '' }

type Props = {
  selection: Selection<string>
  onShown: OnShown
  onDelete: () => void
  isDeleting: boolean
}

/** Every file, to be ticked and deleted (`admin.md §2`). */
export function FileList({ selection, onShown, onDelete, isDeleting }: Props) {
  const [params, change] = useUrlState(FILTERS, listBucketFiles)
  const filters = validQuery(listBucketFiles, { ...params, prefix: useDebounced(params.prefix.toLowerCase()) })
  const client = useQueryClient()
  const query = useInfiniteQuery(filesQuery(filters, useLocationKey()))
  const refresh = () => void client.invalidateQueries({ queryKey: BUCKET })
  const { data } = query
  useEffect(() => {
    if (data) onShown('list', data.map(deletableOf))
  }, [data, onShown])
  const more = moreOf(query)
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
      <Filters params={params} onChange={change} />
      <QueryView
        query={{ ...query, refetch: refresh }}
        errorTitle="Failed to load bucket files"
        loading={<TableSkeleton />}
      >
        {(files) => (
          <>
            <p role="status" className="text-sm text-mute">
              {more.hasMore ? `${counted(files.length, 'file')} loaded, more below` : counted(files.length, 'file')}
              {chosen > 0 && ` · ${chosen} selected`}
            </p>
            <DataTable
              label="Bucket files"
              columns={fileColumns}
              rows={files}
              list={query.isPlaceholderData ? undefined : JSON.stringify(filters)}
              keyOf={({ key }) => key}
              more={more}
              selection={selection}
              empty={
                !more.hasMore && (
                  <Empty icon={FolderOpen} title="No files found">
                    {params.prefix || params.only ? 'No file matches these filters.' : 'The bucket is empty.'}
                  </Empty>
                )
              }
            />
          </>
        )}
      </QueryView>
    </Section>
  )
}

type FiltersProps = { params: typeof FILTERS; onChange: (changes: Partial<typeof FILTERS>) => void }

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
