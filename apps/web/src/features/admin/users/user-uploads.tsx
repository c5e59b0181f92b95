import { count } from '@hotvote/shared/counted'
import { type LibraryItem, listMedia } from '@hotvote/shared/media-library'
import type { ShownUser } from '@hotvote/shared/user-page'
import { useQuery } from '@tanstack/react-query'
import { Images } from 'lucide-react'
import { Link } from 'wouter'
import { date } from '../../../lib/browser/format.ts'
import { adminPaths, mediaPath } from '../../../lib/operator/admin-paths.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Pager, usePageStart } from '../../../ui/pager.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { userUploadsQuery } from './user-page.api.ts'
import { UploadsSkeleton } from './user-skeletons.tsx'

/** What a user uploaded; each leads to the media, where it can be removed. */
export function UserUploads({ user }: { user: ShownUser }) {
  const query = useQuery(userUploadsQuery(user.id, usePageStart(listMedia)))
  return (
    <QueryView query={query} errorTitle="The uploads could not be loaded" loading={<UploadsSkeleton />}>
      {({ items, next }) =>
        items.length === 0 ? (
          <Empty icon={Images} title="No uploads" />
        ) : (
          <div className="flex flex-col gap-3">
            <Link
              href={`${adminPaths.media}?userId=${user.id}`}
              className="inline-flex min-h-11 items-center self-start text-not-ink underline underline-offset-4"
            >
              Select and remove in Media
            </Link>
            <ul
              aria-label="Uploads"
              className="grid grid-cols-2 gap-4 sm:grid-cols-[repeat(auto-fill,minmax(160px,1fr))]"
            >
              {items.map((item) => (
                <li key={item.id}>
                  <UploadCard item={item} />
                </li>
              ))}
            </ul>
            <Pager next={next} isLoading={query.isPlaceholderData} />
          </div>
        )
      }
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
