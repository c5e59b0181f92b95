import { listMedia } from '@hotvote/shared/media-library'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Eye, Images, ShieldX, Trash2, Vote } from 'lucide-react'
import { useRef } from 'react'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { useLocationKey } from '../../../lib/browser/use-location-key.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { mediaTotalsQuery } from '../../../lib/operator/media-totals.ts'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { moreOf } from '../../../ui/load-more.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/stat-tile.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { isFiltered, mediaQuery } from './media.api.ts'
import { MEDIA_FILTERS, MediaFilters, NO_FILTERS } from './media-filters.tsx'
import { MediaList } from './media-list.tsx'
import { type ShownList, useRemoval } from './use-removal.ts'

/** Everything that was uploaded, and removing it (`admin.md §2`). */
export function MediaPage() {
  const [params, change] = useUrlState(MEDIA_FILTERS, listMedia)
  const search = useDebounced(params.search)
  const filters = validQuery(listMedia, { ...params, search })
  const query = useInfiniteQuery(mediaQuery(filters, useLocationKey()))
  const uploader = params.userId ? query.data?.items[0] : undefined
  const list = useRef<ShownList>(null)
  // Above the list: whatever is looked for meanwhile, here it is told what came of a removal.
  const shown = JSON.stringify(filters)
  const removal = useRemoval(list, shown)
  return (
    <AdminPage
      title="Media"
      purpose="Everything that visitors uploaded. Look at it, and remove what must go."
      action={<RemovedLinks />}
    >
      <Totals />
      <MediaFilters
        filters={params}
        onChange={change}
        uploader={String(uploader?.userId) === params.userId ? uploader?.username : undefined}
      />
      <QueryView query={query} errorTitle="Failed to fetch media data" loading={<LibrarySkeleton />}>
        {({ items, total, whole }) => (
          // Another list is another selection.
          <MediaList
            key={shown}
            ref={list}
            items={items}
            total={total}
            more={moreOf(query)}
            all={query.isPlaceholderData || search !== params.search ? undefined : { filters, ...whole }}
            removal={removal}
            onShowAll={isFiltered(filters) ? () => change(NO_FILTERS) : undefined}
          />
        )}
      </QueryView>
    </AdminPage>
  )
}

const RemovedLinks = () => (
  <div className="flex flex-wrap gap-2">
    <ButtonLink href={adminPaths.removedItems}>
      <ShieldX aria-hidden className="size-4" /> Removed items
    </ButtonLink>
    <ButtonLink href={adminPaths.trash}>
      <Trash2 aria-hidden className="size-4" /> Trash
    </ButtonLink>
  </div>
)

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
