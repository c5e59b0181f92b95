import { listMedia, type mediaSorts, type mediaStatuses, type mediaTypes } from '@hotvote/shared/operator/media-library'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowDownWideNarrow, ArrowUpNarrowWide, Eye, Images, SlidersHorizontal, Vote, X } from 'lucide-react'
import { useId, useState } from 'react'
import { useListFilters, useUrlState } from '../../../lib/browser/url-state.ts'
import { mediaTotalsQuery } from '../../../lib/operator/totals.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { ScreenLinks } from '../../../ui/data/operator-links.tsx'
import { CardGridSkeleton } from '../../../ui/data/pager.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { DateField, FilterField, SearchField } from '../../../ui/forms/field.tsx'
import { isFiltered, mediaQuery } from './media.api.ts'
import { MediaList } from './media-list.tsx'
import { useRemoval } from './use-removal.ts'

/** Media Management screen (`admin.md §2`). */
export function MediaPage() {
  const list = useListFilters(MEDIA_PARAMS, listMedia)
  const { params, filters, isTyping, change } = list
  const [{ view }, setView] = useUrlState(VIEW)
  const query = useQuery(mediaQuery(filters, params.cursor))
  const isStale = query.isPlaceholderData || isTyping
  const uploader = params.userId ? query.data?.items[0] : undefined
  // Keep this outside the list, so the result stays visible if the filters change.
  const removal = useRemoval()
  return (
    <AdminPage
      title="Media"
      purpose="All uploads. Remove what doesn't belong."
      action={<ScreenLinks to={['removedItems', 'trash']} />}
    >
      <Totals />
      <MediaFilters {...list} uploader={String(uploader?.userId) === params.userId ? uploader?.username : undefined} />
      <QueryView query={query} errorTitle="Failed to fetch media data" loading={<CardGridSkeleton />}>
        {({ items, total, next, moment }) => (
          <MediaList
            // A new key clears the selection when the filters change.
            key={JSON.stringify(filters)}
            {...{ items, total, next, removal }}
            cursor={params.cursor}
            all={isStale ? undefined : { filters, total, moment }}
            isCompact={view === 'compact'}
            onCompact={(isCompact) => setView({ view: isCompact ? 'compact' : '' })}
            onShowAll={isFiltered(filters) ? () => change(NO_FILTERS) : undefined}
          />
        )}
      </QueryView>
    </AdminPage>
  )
}

function Totals() {
  const { data, isError } = useQuery(mediaTotalsQuery)
  return (
    <StatTiles>
      <StatTile label="Total Media" icon={Images} value={figure(data?.totalMedia, isError)} />
      <StatTile label="Total Votes" icon={Vote} value={figure(data?.totalVotes, isError)} />
      <StatTile label="Total Views" icon={Eye} value={figure(data?.totalViews, isError)} />
    </StatTiles>
  )
}

const NO_FILTERS = { search: '', type: '', userId: '', id: '', status: '', from: '', to: '', seen: '' }
const MEDIA_PARAMS = { ...NO_FILTERS, sort: 'uploadedAt', order: 'desc', cursor: '' }
const VIEW = { view: '' }

type List = ReturnType<typeof useListFilters<keyof typeof MEDIA_PARAMS, typeof listMedia>>
type Props = Pick<List, 'params' | 'change' | 'field'> & {
  /** Username of the uploader, or undefined while loading. */
  uploader: string | undefined
}

const sorts: Record<(typeof mediaSorts)[number], string> = {
  uploadedAt: 'Upload date',
  votes: 'Votes',
  hot: 'Hot share',
  views: 'Views',
  size: 'Size',
  name: 'Name',
}
const statuses: Record<(typeof mediaStatuses)[number] | 'reported', string> = {
  live: 'Live',
  waiting: 'Waiting for review',
  hidden: 'Hidden by reports',
  reported: 'Reported',
  trashed: 'In the trash',
}
const types: Record<(typeof mediaTypes)[number], string> = { image: 'Images', video: 'Videos' }

/** Phones show only the search field at first, so the first picture is in view. */
function MediaFilters({ uploader, ...list }: Props) {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  const { params, change, field } = list
  const { type, status, seen, from, to, userId, id } = params
  const set = [type, status, seen, from, to].filter(Boolean).length
  return (
    <search className="flex flex-col gap-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 md:grid-cols-[minmax(14rem,1fr)_minmax(0,34rem)] md:gap-3">
        <SearchField placeholder="File name" {...field('search')} />
        <Button
          className="min-h-12 md:hidden"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden className="size-4" />
          Filters{set > 0 && ` (${set})`}
        </Button>
        <div id={panel} className={clsx('col-span-2 flex-col gap-3 md:contents', isOpen ? 'flex' : 'max-md:hidden')}>
          <Order {...list} />
          <MoreFilters field={field} />
          <Button className="md:hidden" onClick={() => setOpen(false)}>
            Show items
          </Button>
        </div>
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {userId && <Only what={`media of ${uploader ?? `user #${userId}`}`} onRemove={() => change({ userId: '' })} />}
        {id && <Only what={`item #${id}`} onRemove={() => change({ id: '' })} />}
      </div>
    </search>
  )
}

function Order({ params, change, field }: Omit<Props, 'uploader'>) {
  const isDescending = params.order !== 'asc'
  return (
    <div className="grid grid-cols-[minmax(0,4fr)_minmax(0,5fr)_auto] items-end gap-2 md:gap-3">
      <FilterField label="Type" any="All types" options={types} {...field('type')} />
      <FilterField label="Sort by" options={sorts} {...field('sort')} />
      <Button
        className="min-h-12 max-md:w-12 max-md:px-0"
        onClick={() => change({ order: isDescending ? 'asc' : 'desc' })}
      >
        {isDescending ? (
          <ArrowDownWideNarrow aria-hidden className="size-4" />
        ) : (
          <ArrowUpNarrowWide aria-hidden className="size-4" />
        )}
        <span className="max-md:sr-only">{isDescending ? 'Descending' : 'Ascending'}</span>
      </Button>
    </div>
  )
}

const MoreFilters = ({ field }: Pick<Props, 'field'>) => (
  <div className="grid grid-cols-2 gap-x-2 gap-y-3 md:col-span-2 md:grid-cols-[minmax(0,11fr)_repeat(3,minmax(0,9fr))] md:gap-x-3">
    <FilterField label="Status" any="Live and hidden" options={statuses} {...field('status')} />
    <FilterField label="Seen" any="All" options={{ not_yet: 'Not seen yet' }} {...field('seen')} />
    <DateField label="Uploaded from (UTC)" {...field('from')} />
    <DateField label="Uploaded to (UTC)" {...field('to')} />
  </div>
)

const Only = ({ what, onRemove }: { what: string; onRemove: () => void }) => (
  <Button size="small" onClick={onRemove} className="max-w-full">
    <span className="truncate" title={what}>
      Only {what}
    </span>
    <X aria-hidden className="size-4 shrink-0" />
    <span className="sr-only">(show all)</span>
  </Button>
)
