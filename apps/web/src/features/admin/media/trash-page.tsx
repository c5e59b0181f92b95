import { counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import { listTrash, type TrashedItem } from '@hotvote/shared/operator/media-library'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { date, fileSize } from '../../../lib/browser/format.ts'
import { useDebounced, useObjectUrl } from '../../../lib/browser/hooks.ts'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { trashedFile } from '../../../lib/operator/trashed-picture.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { ScreenLinks } from '../../../ui/data/operator-links.tsx'
import { CardGrid, CardGridSkeleton } from '../../../ui/data/pager.tsx'
import { OperationProgress } from '../../../ui/feedback/operation-card.tsx'
import { Empty, NoMatches, QueryView } from '../../../ui/feedback/query-view.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchField, SelectField } from '../../../ui/forms/field.tsx'
import { PrivateThumbnail } from '../../../ui/media/private-picture.tsx'
import { ItemFacts, MediaDialog } from '../../../ui/overlays/media-dialog.tsx'
import { ItemCard } from './item-card.tsx'
import { type AllTrashed, trashQuery } from './trash.api.ts'
import { useEmptying, useRestoring, useTrash } from './use-trash.ts'

type Props = {
  items: TrashedItem[]
  total: number
  cursor: string
  next: string | undefined
  /** True while the previous page is still shown. */
  isLoading: boolean
  /** Undefined if no filters are set. */
  onShowAll: (() => void) | undefined
}

function TrashList({ items, total, onShowAll, ...page }: Props) {
  const { preview, openingId, open, close } = usePreview()
  const { restore, erase, isUnderWay } = useTrash()
  return (
    <>
      {items.length > 0 && (
        <p role="status" className="text-sm text-mute">
          {counted(total, 'item')}
        </p>
      )}
      <CardGrid
        label="Trash"
        items={items}
        {...page}
        empty={<EmptyTrash onShowAll={onShowAll} />}
        card={(item) => (
          <TrashCard
            item={item}
            isBusy={isUnderWay}
            isOpening={item.id === openingId}
            onOpen={() => open(item)}
            onRestore={() => restore(item)}
            onErase={() => void erase(item)}
          />
        )}
      />
      {preview && <Preview {...preview} onClose={close} />}
    </>
  )
}

const EmptyTrash = ({ onShowAll }: Pick<Props, 'onShowAll'>) => (
  <Empty icon={Trash2} title={onShowAll ? 'Nothing found in the trash' : 'The trash is empty'}>
    {onShowAll ? (
      <NoMatches what="Nothing" onShowAll={onShowAll} />
    ) : (
      `Items that you or an owner delete stay here for ${TRASH_DAYS} days.`
    )}
  </Empty>
)

type LoadedItem = { item: TrashedItem; file: Blob }

/** Opens the preview of an item after its file has loaded. */
function usePreview() {
  const [preview, setPreview] = useState<LoadedItem>()
  const load = useMutation({
    mutationFn: async (item: TrashedItem) => ({ item, file: await trashedFile(item.id, 'original') }),
    meta: { failed: { title: 'Error', fallback: 'Failed to load the file' } },
    onSuccess: setPreview,
  })
  return {
    preview,
    openingId: load.isPending ? load.variables.id : undefined,
    open: (item: TrashedItem) => !load.isPending && load.mutate(item),
    close: () => setPreview(undefined),
  }
}

function Preview({ item, file, onClose }: LoadedItem & { onClose: () => void }) {
  const url = useObjectUrl(file)
  if (!url) return null
  return (
    <MediaDialog item={{ ...item, url, displayUrl: url, srcset: null, thumbnailUrl: null }} onClose={onClose}>
      <ItemFacts
        facts={[
          ['Type', item.mimeType],
          ['Size', fileSize(item.size)],
          ['Pixels', `${item.width} × ${item.height}`],
          ['Uploaded', date(item.uploadedAt)],
          ['Number', `#${item.id}`],
          ['Deleted', <Ago key="deleted" at={item.trashedAt} />],
          ['Gone for good', <Ago key="gone" at={item.erasedAt} />],
        ]}
      />
    </MediaDialog>
  )
}

type TrashCardProps = {
  item: TrashedItem
  isBusy: boolean
  isOpening: boolean
  onOpen: () => void
  onRestore: () => void
  onErase: () => void
}

const WHO: Record<TrashedItem['trashedBy'], string> = { operator: 'you', owner: 'its owner' }

const TrashCard = ({ item, isBusy, isOpening, onOpen, onRestore, onErase }: TrashCardProps) => (
  <ItemCard
    item={item}
    isOpening={isOpening}
    onOpen={onOpen}
    thumbnail={<PrivateThumbnail item={item} />}
    overlay={
      isOpening && (
        <Spinner
          label="Loading the file…"
          className="pointer-events-none absolute inset-0 m-auto size-11 items-center justify-center rounded-full bg-panel"
        />
      )
    }
    facts={
      <>
        <p className="text-xs text-mute">
          Deleted by {WHO[item.trashedBy]} <Ago at={item.trashedAt} />
          {item.isBarred && ', never again'}
        </p>
        <p className="text-xs font-semibold">
          Gone for good <Ago at={item.erasedAt} />
        </p>
      </>
    }
  >
    <Button
      size="small"
      data-delete={item.id}
      className="mt-2.5 w-full"
      aria-label={`Restore ${item.originalName}`}
      isBusy={isBusy}
      onClick={onRestore}
    >
      <RotateCcw aria-hidden className="size-4" />
      Restore
    </Button>
    <Button
      size="small"
      variant="ghost"
      className="mt-1 w-full text-danger-ink!"
      aria-label={`Delete for good ${item.originalName}`}
      isBusy={isBusy}
      onClick={onErase}
    >
      Delete for good
    </Button>
  </ItemCard>
)

const FILTERS = { search: '', trashedBy: '', cursor: '' }

/** Trash screen (docs/decisions/023). */
export function TrashPage() {
  const [{ cursor, ...params }, setParams] = useUrlState(FILTERS, listTrash)
  const change = (changes: Partial<typeof FILTERS>) => setParams({ cursor: '', ...changes })
  const search = useDebounced(params.search)
  const filters = validQuery(listTrash, { ...params, search })
  const isFiltered = Object.keys(filters).length > 0
  const query = useQuery(trashQuery(filters, cursor))
  return (
    <AdminPage
      title="Trash"
      purpose={`Everything deleted in the last ${TRASH_DAYS} days. Restore it, or delete it for good.`}
      action={<ScreenLinks to={['removedItems', 'media']} />}
    >
      <search className="grid gap-3 md:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchField
          label="Search"
          placeholder="Part of a file name"
          value={params.search}
          onChange={(search) => change({ search })}
        />
        <SelectField
          label="Deleted by"
          value={params.trashedBy}
          onChange={({ target }) => change({ trashedBy: target.value })}
        >
          <option value="">Anybody</option>
          <option value="operator">You</option>
          <option value="owner">Its owner</option>
        </SelectField>
      </search>
      <AllOfThem
        all={query.data && { filters, total: query.data.total, moment: query.data.moment }}
        isFiltered={isFiltered}
        isStale={query.isPlaceholderData || search !== params.search}
      />
      <QueryView query={query} errorTitle="Failed to fetch the trash" loading={<CardGridSkeleton />}>
        {({ items, total, next }) => (
          <TrashList
            {...{ items, total, cursor, next }}
            isLoading={query.isPlaceholderData}
            onShowAll={isFiltered ? () => change(FILTERS) : undefined}
          />
        )}
      </QueryView>
    </AdminPage>
  )
}

type AllProps = {
  all: AllTrashed | undefined
  isFiltered: boolean
  /** True while the displayed total still belongs to the previous filters. */
  isStale: boolean
}

function AllOfThem({ all, isFiltered, isStale }: AllProps) {
  const emptying = useEmptying()
  const restoring = useRestoring()
  const isBusy = isStale || [emptying, restoring].some((work) => work.isUnderWay || work.isPending)
  const works = [
    { ...emptying, label: 'Deletion for good' },
    { ...restoring, label: 'Restoration' },
  ]
  return (
    <>
      {all && all.total > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} onClick={() => restoring.restoreAll(all)}>
            <RotateCcw aria-hidden className="size-4" />
            {isFiltered ? 'Restore all that match' : 'Restore all'}
          </Button>
          <Button className="text-danger-ink!" isBusy={isBusy} onClick={() => emptying.empty(all)}>
            <Trash2 aria-hidden className="size-4" />
            {isFiltered ? 'Delete all that match for good' : 'Empty the trash'}
          </Button>
        </div>
      )}
      {works.map(
        ({ operation, isUnderWay, stop, label }) =>
          operation &&
          isUnderWay && (
            <OperationProgress key={label} operation={operation} unit="items" label={label} onStop={stop} />
          ),
      )}
    </>
  )
}
