import { listMedia } from '@hotvote/shared/media-library'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Eye, Images, Vote } from 'lucide-react'
import { count } from '../../../lib/browser/format.ts'
import { acceptedBy, useUrlState } from '../../../lib/browser/url-state.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { useLocationKey } from '../../../lib/browser/use-location-key.ts'
import { mediaTotalsQuery } from '../../../lib/operator/media-totals.ts'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { moreOf } from '../../../ui/load-more.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { StatTile, StatTiles } from '../../../ui/stat-tile.tsx'
import { CardSkeletons } from './card-skeletons.tsx'
import { mediaQuery } from './media.api.ts'
import { EVERYTHING, MEDIA_FILTERS, MediaFilters } from './media-filters.tsx'
import { MediaList } from './media-list.tsx'

/** Everything that was uploaded, and removing it (`admin.md §2`). */
export function MediaPage() {
  const [filters, change] = useUrlState(MEDIA_FILTERS)
  const wish = acceptedBy(listMedia, { ...filters, search: useDebounced(filters.search) })
  const isFiltered = wish.search !== undefined || wish.type !== undefined || Boolean(wish.userId ?? wish.id)
  const query = useInfiniteQuery(mediaQuery(wish, useLocationKey()))
  const uploader = filters.userId ? query.data?.items[0] : undefined
  return (
    <AdminPage title="Media" purpose="Everything that visitors uploaded. Look at it, and remove what must go.">
      <Totals />
      <MediaFilters
        filters={{ ...filters, userId: wish.userId ?? '', id: wish.id ?? '' }}
        onChange={change}
        uploader={String(uploader?.userId) === filters.userId ? uploader?.username : undefined}
      />
      <QueryView query={query} failed="Failed to fetch media data" loading={<CardSkeletons />}>
        {({ items, total }) => (
          // Another list is another selection.
          <MediaList
            key={JSON.stringify(wish)}
            items={items}
            total={total}
            more={moreOf(query)}
            onShowAll={isFiltered ? () => change(EVERYTHING) : undefined}
          />
        )}
      </QueryView>
    </AdminPage>
  )
}

function Totals() {
  const { data, error } = useQuery(mediaTotalsQuery)
  const shown = (value: number | undefined) => (value === undefined ? error && '–' : count(value)) ?? undefined
  return (
    <StatTiles>
      <StatTile label="Total Media" icon={Images} value={shown(data?.totalMedia)} />
      <StatTile label="Total Votes" icon={Vote} value={shown(data?.totalVotes)} />
      <StatTile label="Total Views" icon={Eye} value={shown(data?.totalViews)} />
    </StatTiles>
  )
}
