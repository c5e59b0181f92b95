import { listMedia } from '@hotvote/shared/media-library'
import { useQuery } from '@tanstack/react-query'
import { Eye, Images, ShieldX, Trash2, Vote } from 'lucide-react'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { mediaTotalsQuery } from '../../../lib/operator/media-totals.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { LibrarySkeleton } from './library-skeleton.tsx'
import { isFiltered, mediaQuery } from './media.api.ts'
import { MEDIA_PARAMS, MediaFilters, NO_FILTERS } from './media-filters.tsx'
import { MediaList } from './media-list.tsx'
import { useRemoval } from './use-removal.ts'

/** Everything that was uploaded, and removing it (`admin.md §2`). */
export function MediaPage() {
  const [{ cursor, ...params }, setParams] = useUrlState(MEDIA_PARAMS, listMedia)
  const change = (changes: Partial<typeof params>) => setParams({ ...changes, cursor: '' })
  const search = useDebounced(params.search)
  const filters = validQuery(listMedia, { ...params, search })
  const query = useQuery(mediaQuery(filters, cursor))
  const isStale = query.isPlaceholderData || search !== params.search
  const uploader = params.userId ? query.data?.items[0] : undefined
  // Above the list: whatever is looked for meanwhile, here it is told what came of a removal.
  const removal = useRemoval()
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
        {({ items, total, next, moment }) => (
          <MediaList
            // Another list is another selection.
            key={JSON.stringify(filters)}
            {...{ items, total, cursor, next, removal }}
            all={isStale ? undefined : { filters, total, moment }}
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
