import { count } from '@hotvote/shared/counted'
import { type LibraryItem, listMedia } from '@hotvote/shared/operator/media-library'
import type { ShownUser } from '@hotvote/shared/operator/user-page'
import { useQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { Link } from 'wouter'
import { date } from '../../../lib/browser/format.ts'
import { adminPaths, mediaPath } from '../../../lib/operator/admin-paths.ts'
import { CardGrid, CardGridSkeleton, usePageStart } from '../../../ui/data/pager.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import { SkeletonRow } from '../../../ui/feedback/skeleton.tsx'
import { Thumbnail } from '../../../ui/media/thumbnail.tsx'
import { userUploadsQuery } from './user-page.api.ts'

export function UserUploads({ user }: { user: ShownUser }) {
  const cursor = usePageStart(listMedia)
  const query = useQuery(userUploadsQuery(user.id, cursor))
  return (
    <QueryView query={query} errorTitle="The uploads could not be loaded" loading={<CardGridSkeleton />}>
      {({ items, next }) => (
        <>
          {items.length > 0 && (
            <Link
              href={`${adminPaths.media}?userId=${user.id}`}
              className="-mb-2 inline-flex min-h-11 items-center self-start text-not-ink underline underline-offset-4"
            >
              Select and remove in Media
            </Link>
          )}
          <CardGrid
            label="Uploads"
            card={(item) => <UploadCard item={item} />}
            empty={<Empty icon={Images} title="No uploads" />}
            isLoading={query.isPlaceholderData}
            {...{ items, cursor, next }}
          />
        </>
      )}
    </QueryView>
  )
}

const UploadCard = ({ item }: { item: LibraryItem }) => (
  <Link
    href={mediaPath(item.id)}
    className="block overflow-hidden rounded-card border border-line bg-panel hover:bg-raised focus-visible:-outline-offset-4"
  >
    <Thumbnail item={item} />
    <span className="block px-3 py-2">
      <span className="block truncate font-semibold" title={item.originalName}>
        {item.originalName}
      </span>
      <span className="block text-xs text-mute">{date(item.uploadedAt)}</span>
      <span className="block truncate text-sm">
        {count(item.hotVotes)} Hot · {count(item.notVotes)} Not
      </span>
    </span>
  </Link>
)

export const ActsSkeleton = () => (
  <div aria-hidden>
    <SkeletonRow
      className="flex flex-wrap gap-2"
      boxes={[
        'h-11 w-27 rounded-control',
        'h-11 w-24 rounded-control',
        'h-11 w-42 rounded-control',
        'h-11 w-43 rounded-control',
      ]}
    />
  </div>
)
