import type { MediaStats } from '@hotvote/shared/visitor/stats'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CloudOff, ImageUp, Upload } from 'lucide-react'
import { useState } from 'react'
import { describeReason } from '../../lib/api/call-error.ts'
import { isBackOrForward } from '../../lib/browser/traversal.ts'
import { siteName } from '../../lib/session/brand.ts'
import { paths } from '../../lib/session/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { Card } from '../../ui/data/card.tsx'
import { toMore } from '../../ui/data/load-more.tsx'
import { ButtonLink, TryAgain } from '../../ui/forms/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm.tsx'
import { MediaCard } from './media-card.tsx'
import { MediaDetails } from './media-details.tsx'
import { EndOfGrid, GridSkeleton, gridClass } from './media-grid.tsx'
import { type News, useNews, useSeenNews } from './news.api.ts'
import { statsQuery } from './stats.api.ts'
import { StatsStory } from './stats-story.tsx'
import { TotalCards } from './total-cards.tsx'
import { useDeletion } from './use-deletion.ts'

let visits = 0
/** Going back shows the cached list; a link reloads the list. */
const currentVisit = () => (isBackOrForward() ? visits : ++visits)

/** Statistics screen (`visitor.md §2`). */
export function StatsPage() {
  const { data: user } = useSession()
  const [visit] = useState(currentVisit)
  const stats = useInfiniteQuery(statsQuery(user?.id, visit))
  const news = useNews(user?.id, visit)
  const { data } = stats
  useSeenNews(user?.id, data && news.data?.until)
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-4 md:gap-6 md:p-8">
      <title>{`My Stats · ${siteName}`}</title>
      <header>
        <h1 className="text-2xl md:text-3xl">My Stats</h1>
        <p className="mt-1 text-mute">How your photos and videos are doing.</p>
      </header>
      {!data && stats.isError ? (
        <NothingLoaded error={stats.error} isFetching={stats.isFetching} onRetry={() => void stats.refetch()} />
      ) : (
        <>
          <TotalCards totals={data} />
          {data && news.isFetched ? (
            <Items items={data.items} uploads={data.totalUploads} news={news.data} userId={user?.id} />
          ) : (
            <div role="status">
              <span className="sr-only">Loading…</span>
              <GridSkeleton cards={10} />
            </div>
          )}
          {/* The key remounts the skeletons, so none moves. */}
          {stats.hasNextPage && news.isFetched && <EndOfGrid key={data?.items.length} more={toMore(stats)} />}
        </>
      )}
      <ConfirmDialog />
    </div>
  )
}

type ItemsProps = { items: MediaStats[]; uploads: number; news: News | undefined; userId: number | undefined }

function Items({ items, uploads, news, userId }: ItemsProps) {
  const [open, setOpen] = useState<MediaStats | null>(null)
  const remove = useDeletion(userId)
  const removeOpen = async (item: MediaStats, shownVotes: number) => {
    // The visitor may have opened another item during the deletion.
    if (await remove(item, shownVotes)) setOpen((opened) => (opened === item ? null : opened))
  }
  return (
    <>
      {items.length > 0 && userId !== undefined && (
        <StatsStory userId={userId} news={news} uploads={uploads} onOpen={setOpen} />
      )}
      {items.length === 0 ? (
        <NoMedia />
      ) : (
        <ul aria-label="Your media" className={gridClass}>
          {items.map((item) => (
            <MediaCard key={item.id} item={item} onOpen={setOpen} onDelete={remove} />
          ))}
        </ul>
      )}
      {open && <MediaDetails item={open} onClose={() => setOpen(null)} onDelete={removeOpen} />}
    </>
  )
}

const symbol = 'mx-auto mb-4 size-10 text-hot-ink'

const NoMedia = () => (
  <Card className="py-12 text-center sm:py-16">
    <ImageUp aria-hidden className={symbol} />
    <h2 className="text-xl">You haven't uploaded any media yet</h2>
    <p className="mt-2 text-mute">Add a photo or video, and watch the votes come in.</p>
    <ButtonLink href={paths.upload} variant="primary" className="mt-5">
      <Upload aria-hidden className="size-4.5" /> Upload Media
    </ButtonLink>
  </Card>
)

type NothingLoadedProps = { error: Error; isFetching: boolean; onRetry: () => void }

const NothingLoaded = ({ error, isFetching, onRetry }: NothingLoadedProps) => (
  <Card role="alert" className="py-12 text-center sm:py-16">
    <CloudOff aria-hidden className={symbol} />
    <h2 className="text-xl">No statistics available</h2>
    <p className="mt-2 text-mute">{describeReason(error)}</p>
    <TryAgain variant="primary" className="mt-5" isBusy={isFetching} onClick={onRetry} />
  </Card>
)
