import { counted } from '@hotvote/shared/counted'
import { TRASH_DAYS } from '@hotvote/shared/limits'
import { listTrash, type TrashedItem } from '@hotvote/shared/operator/media-library'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useListFilters } from '../../../lib/browser/url-state.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { ScreenLinks } from '../../../ui/data/operator-links.tsx'
import { CardGrid, CardGridSkeleton } from '../../../ui/data/pager.tsx'
import { OperationProgress } from '../../../ui/feedback/operation-card.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { FilterField, SearchField } from '../../../ui/forms/field.tsx'
import { PrivateThumbnail } from '../../../ui/media/private-picture.tsx'
import { ItemPreview } from '../../../ui/overlays/item-preview.tsx'
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
  const [open, show] = useState<TrashedItem>()
  const shown = items.find(({ id }) => id === open?.id)
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
        empty={
          <Empty
            icon={Trash2}
            title={onShowAll ? 'Nothing found in the trash' : 'The trash is empty'}
            onShowAll={onShowAll}
          >
            Items that you or an owner delete stay here for {TRASH_DAYS} days.
          </Empty>
        }
        card={(item) => (
          <TrashCard
            item={item}
            isBusy={isUnderWay}
            onOpen={() => show(item)}
            onRestore={() => restore(item)}
            onErase={() => void erase(item)}
          />
        )}
      />
      {shown && (
        <ItemPreview
          {...{ items, item: shown }}
          isPrivate
          onShow={show}
          facts={[
            ['Deleted', <Ago key="deleted" at={shown.trashedAt} />],
            ['Gone for good', <Ago key="gone" at={shown.erasedAt} />],
          ]}
        />
      )}
    </>
  )
}

type TrashCardProps = {
  item: TrashedItem
  isBusy: boolean
  onOpen: () => void
  onRestore: () => void
  onErase: () => void
}

const WHO: Record<TrashedItem['trashedBy'], string> = { operator: 'you', owner: 'its owner' }

const TrashCard = ({ item, isBusy, onOpen, onRestore, onErase }: TrashCardProps) => (
  <ItemCard
    item={item}
    onOpen={onOpen}
    thumbnail={<PrivateThumbnail item={item} />}
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
      className="mt-2 w-full text-danger-ink!"
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
  const { params, filters, isTyping, change, field } = useListFilters(FILTERS, listTrash)
  const isFiltered = Object.keys(filters).length > 0
  const query = useQuery(trashQuery(filters, params.cursor))
  return (
    <AdminPage
      title="Trash"
      purpose={`Everything deleted in the last ${TRASH_DAYS} days. Restore it, or delete it for good.`}
      action={<ScreenLinks to={['removedItems', 'media']} />}
    >
      <search className="grid gap-3 md:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchField placeholder="File name" {...field('search')} />
        <FilterField
          label="Deleted by"
          any="Anyone"
          options={{ operator: 'You', owner: 'Its owner' }}
          {...field('trashedBy')}
        />
      </search>
      <AllOfThem
        all={query.data && { filters, total: query.data.total, moment: query.data.moment }}
        isFiltered={isFiltered}
        isStale={query.isPlaceholderData || isTyping}
      />
      <QueryView query={query} errorTitle="Failed to fetch the trash" loading={<CardGridSkeleton />}>
        {({ items, total, next }) => (
          <TrashList
            {...{ items, total, next }}
            cursor={params.cursor}
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
