import { listMedia } from '@hotvote/shared/media-library'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Eye, Images, Vote } from 'lucide-react'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { useLocationKey } from '../../../lib/browser/use-location-key.ts'
import { mediaTotalsQuery } from '../../../lib/operator/media-totals.ts'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { CardSkeletons } from '../../../ui/card-skeletons.tsx'
import { moreOf } from '../../../ui/load-more.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/stat-tile.tsx'
import { mediaQuery } from './media.api.ts'
import { MEDIA_FILTERS, MediaFilters, NO_FILTERS } from './media-filters.tsx'
import { MediaList } from './media-list.tsx'

/** Everything that was uploaded, and removing it (`admin.md §2`). */
export function MediaPage() {
  const [params, change] = useUrlState(MEDIA_FILTERS)
  const filters = validQuery(listMedia, { ...params, search: useDebounced(params.search) })
  const isFiltered = filters.search !== undefined || filters.type !== undefined || Boolean(filters.userId ?? filters.id)
  const query = useInfiniteQuery(mediaQuery(filters, useLocationKey()))
  const uploader = params.userId ? query.data?.items[0] : undefined
  return (
    <AdminPage title="Media" purpose="Everything that visitors uploaded. Look at it, and remove what must go.">
      <Totals />
      <MediaFilters
        filters={{ ...params, userId: filters.userId ?? '', id: filters.id ?? '' }}
        onChange={change}
        uploader={String(uploader?.userId) === params.userId ? uploader?.username : undefined}
      />
      <QueryView query={query} errorTitle="Failed to fetch media data" loading={<LibrarySkeleton />}>
        {({ items, total }) => (
          // Another list is another selection.
          <MediaList
            key={JSON.stringify(filters)}
            items={items}
            total={total}
            more={moreOf(query)}
            onShowAll={isFiltered ? () => change(NO_FILTERS) : undefined}
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

/** Cards that are on their way, in about their final size. */
const LibrarySkeleton = () => (
  <div aria-hidden className="flex flex-col gap-5">
    <div className="h-5 w-20 animate-breathe rounded-md bg-raised" />
    <CardSkeletons
      count={10}
      className="grid grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fill,minmax(208px,1fr))]"
      bodyClassName="h-48 p-3"
      boxes={['h-5', 'h-4 w-2/3', 'h-9']}
    />
  </div>
)
