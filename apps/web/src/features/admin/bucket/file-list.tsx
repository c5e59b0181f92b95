import { counted } from '@hotvote/shared/counted'
import { BUCKET_DELETE_MAX, type BucketFile, listBucketFiles } from '@hotvote/shared/operator/bucket'
import { useQuery } from '@tanstack/react-query'
import { FolderOpen, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useDebounced } from '../../../lib/browser/hooks.ts'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { mediaPath, trashPath } from '../../../lib/operator/admin-paths.ts'
import { bucketSize } from '../../../lib/operator/totals.ts'
import { RefreshButton, Section } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { Badge, type Tone } from '../../../ui/data/badge.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import type { Column, Selection } from '../../../ui/data/table-selection.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { FilterField, SearchField } from '../../../ui/forms/field.tsx'
import { BUCKET, filesQuery, type OnShown, toDeletable } from './bucket.api.ts'
import { FilePicture } from './file-picture.tsx'

const PARAMS = { prefix: '', only: '', cursor: '' }

type Props = {
  selection: Selection<string>
  onShown: OnShown
  onDelete: () => void
  isDeleting: boolean
}

export function FileList({ selection, onShown, onDelete, isDeleting }: Props) {
  const [{ cursor, ...params }, setParams] = useUrlState(PARAMS, listBucketFiles)
  const filters = validQuery(listBucketFiles, { ...params, prefix: useDebounced(params.prefix.toLowerCase()) })
  const query = useQuery(filesQuery(filters, cursor))
  const { data } = query
  useEffect(() => {
    if (data) onShown(data.items.map(toDeletable))
  }, [data, onShown])
  const chosen = selection.selected.size
  return (
    <Section
      title="Files"
      actions={
        <>
          <RefreshButton queryKeys={[BUCKET]} />
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
      <ListTable
        query={query}
        errorTitle="Failed to load bucket files"
        head={({ items, next }) =>
          `${counted(items.length, 'file')}${cursor || next ? ' on this page' : ''}${chosen > 0 ? ` · ${chosen} selected` : ''}`
        }
        label="Bucket files"
        columns={fileColumns}
        getKey={({ key }) => key}
        selection={selection}
        empty={
          <NoFiles isFiltered={params.prefix !== '' || params.only !== ''} hasMore={query.data?.next !== undefined} />
        }
      />
    </Section>
  )
}

const NoFiles = ({ isFiltered, hasMore }: { isFiltered: boolean; hasMore: boolean }) => (
  <Empty icon={FolderOpen} title={hasMore ? 'No files found so far' : 'No files found'}>
    {hasMore
      ? 'The next page continues the search.'
      : isFiltered
        ? 'No file matches these filters.'
        : 'The bucket is empty.'}
  </Empty>
)

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
    <FilterField
      label="Show"
      any="All files"
      options={{ orphans: 'Only without an item' }}
      value={params.only}
      onChange={(only) => onChange({ only })}
    />
  </search>
)

const VARIANTS = {
  original: 'Original',
  display: 'Display',
  thumb: 'Thumbnail',
  medium: 'Medium',
  small: 'Small',
  share: 'Preview',
}

function describeUse({ usedBy }: BucketFile): [string, Tone] {
  if (!usedBy) return ['No item', 'danger']
  if (usedBy.isPending) return ['Uploading', 'warn']
  return usedBy.isTrashed ? ['In trash', 'warn'] : [VARIANTS[usedBy.variant], 'neutral']
}

function UseBadge({ file }: { file: BucketFile }) {
  const [text, tone] = describeUse(file)
  return <Badge tone={tone}>{text}</Badge>
}

const fileColumns: Column<BucketFile>[] = [
  {
    id: 'key',
    header: 'File',
    width: 300,
    cell: (file) => (
      <span className="flex items-baseline gap-3">
        {file.usedBy?.isTrashed ? (
          <Trash2 aria-hidden className="w-12 shrink-0 self-center text-mute" />
        ) : (
          <FilePicture file={file} className="w-12 shrink-0 self-center rounded-md" />
        )}
        <a
          href={file.usedBy?.isTrashed ? undefined : file.url}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 min-w-0 items-center font-medium [&[href]]:hover:underline focus-visible:-outline-offset-2"
        >
          {file.key}
        </a>
      </span>
    ),
  },
  { id: 'size', header: 'Size', width: 90, align: 'end', cell: ({ size }) => bucketSize(size) },
  { id: 'lastModified', header: 'Last Modified', width: 150, cell: ({ lastModified }) => <Ago at={lastModified} /> },
  {
    id: 'variant',
    header: 'Use',
    width: 116,
    cell: (file) => <UseBadge file={file} />,
  },
  {
    id: 'item',
    header: 'Item',
    width: 200,
    cell: ({ usedBy, mediaName }) =>
      usedBy && (
        <Link
          href={usedBy.isTrashed ? trashPath(mediaName ?? '') : mediaPath(usedBy.mediaId)}
          className="flex min-h-11 flex-wrap items-center gap-x-2 text-not-ink hover:underline focus-visible:-outline-offset-2"
        >
          <span className="min-w-0">{mediaName}</span>
          <span className="shrink-0 text-sm text-mute">{counted(usedBy.votes, 'vote')}</span>
        </Link>
      ),
  },
]
