import { count } from '@hotvote/shared/counted'
import { type LibraryItem, listMedia } from '@hotvote/shared/media-library'
import type { ShownUser } from '@hotvote/shared/user-page'
import { useQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { Link } from 'wouter'
import { date } from '../../../lib/browser/format.ts'
import { adminPaths, mediaPath } from '../../../lib/operator/admin-paths.ts'
import { Card } from '../../../ui/data/card.tsx'
import { CardGrid, usePageStart } from '../../../ui/data/pager.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import {
  CardSkeletons,
  Skeleton,
  SkeletonGroup,
  SkeletonRow,
  SkeletonRows,
  TableSkeleton,
} from '../../../ui/feedback/skeleton.tsx'
import { Thumbnail } from '../../../ui/media/thumbnail.tsx'
import { userUploadsQuery } from './user-page.api.ts'

/** What a user uploaded; each leads to the media, where it can be removed. */
export function UserUploads({ user }: { user: ShownUser }) {
  const cursor = usePageStart(listMedia)
  const query = useQuery(userUploadsQuery(user.id, cursor))
  return (
    <QueryView query={query} errorTitle="The uploads could not be loaded" loading={<UploadsSkeleton />}>
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

/** Placeholder for the actions on a user. */
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

/** Placeholder for a user's page. */
export const UserSkeleton = ({ isOfUploads }: { isOfUploads: boolean }) => (
  <SkeletonGroup label="Loading the user…" className="flex flex-col gap-5">
    <Card>
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
        <SkeletonRows
          count={4}
          className="flex flex-col gap-1 py-1"
          boxes={['h-3.5 w-24 max-w-full', 'h-5 w-32 max-w-full']}
        />
      </div>
    </Card>
    <SkeletonRow
      className="flex flex-wrap gap-2"
      boxes={[
        'h-11 w-28 rounded-control',
        'h-11 w-23 rounded-control',
        'h-11 w-30 rounded-control',
        'h-11 w-33 rounded-control',
        'h-11 w-25 rounded-control',
      ]}
    />
    {isOfUploads ? <UploadsSkeleton /> : <TableSkeleton hasCount={false} />}
  </SkeletonGroup>
)

/** Placeholder for a user's uploads and their summary. */
const UploadsSkeleton = () => (
  <SkeletonGroup label="Loading the uploads…" className="flex flex-col gap-3">
    <div className="flex h-11 items-center">
      <Skeleton className="h-4 w-48" />
    </div>
    <CardSkeletons
      count={8}
      className="grid grid-cols-2 gap-4 md:grid-cols-[repeat(auto-fill,minmax(208px,1fr))]"
      bodyClassName="px-3 py-2.5 gap-2!"
      boxes={['h-4', 'h-3 w-2/3', 'h-3.5 w-3/4']}
    />
  </SkeletonGroup>
)
