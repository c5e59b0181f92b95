import { count, counted } from '@hotvote/shared/counted'
import { PLOT_DAYS, TRASH_DAYS } from '@hotvote/shared/limits'
import type { MediaStats } from '@hotvote/shared/visitor/stats'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { CloudOff, Eye, Flame, ImageUp, Trash2, Upload } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { describeReason } from '../../lib/api/call-error.ts'
import { date, describeReview, mediaLabel, megabytes } from '../../lib/browser/format.ts'
import { siteName } from '../../lib/session/brand.ts'
import { paths } from '../../lib/session/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDisplayedVotes } from '../../lib/session/vote-multiplier.ts'
import { Card } from '../../ui/data/card.tsx'
import { SplitBar } from '../../ui/data/split-bar.tsx'
import { Button, ButtonLink, TryAgain } from '../../ui/forms/button.tsx'
import { ShareButton } from '../../ui/forms/share-button.tsx'
import { ConfirmDialog, confirm } from '../../ui/overlays/confirm.tsx'
import { ItemFacts, MediaDialog } from '../../ui/overlays/media-dialog.tsx'
import { DeclinedCard, EndOfGrid, GridSkeleton, gridClass, MediaCard } from './media-grid.tsx'
import { MissingVotes } from './missing-votes.tsx'
import { deleteMutation, type News, statsQuery, useNews, useSeenNews, votesPerDayQuery } from './stats.api.ts'
import { StatsStory } from './stats-story.tsx'
import { TakedownNotices } from './takedown-notices.tsx'
import { VotesPlot } from './votes-plot.tsx'

const questionAbout = ({ originalName, mimeType, totalViews }: MediaStats, shownVotes: number) => {
  const kind = mediaLabel(mimeType).toLowerCase()
  const lost = `its ${counted(shownVotes, 'vote')} and ${counted(totalViews, 'view')}`
  return {
    title: `Delete this ${kind}?`,
    text: `“${originalName}” will be removed for everyone, with ${lost}. This cannot be undone. The file is erased after ${TRASH_DAYS} days.`,
    action: `Delete ${kind}`,
  }
}

/** Asks for confirmation before each deletion (`visitor.md §5`); resolves to true if the item no longer exists. */
function useDeletion(userId: number | undefined) {
  const { mutateAsync } = useMutation(deleteMutation)
  const underWay = useRef(new Set<number>())
  return useCallback(
    async (item: MediaStats, shownVotes: number) => {
      if (userId === undefined || underWay.current.has(item.id)) return false
      if (!(await confirm(questionAbout(item, shownVotes)))) return false
      underWay.current.add(item.id)
      return mutateAsync({ userId, item })
        .then(
          () => true,
          () => false,
        )
        .finally(() => underWay.current.delete(item.id))
    },
    [userId, mutateAsync],
  )
}

type Totals = { totalUploads: number; totalVotes: number; totalViews: number }

/** Totals across all of the visitor's items (`visitor.md §2`). */
function TotalCards({ totals }: { totals: Totals | undefined }) {
  const displayed = useDisplayedVotes()
  const cards = [
    { label: 'Total Uploads', value: totals?.totalUploads, icon: ImageUp },
    { label: 'Total Votes', value: totals && displayed(totals.totalVotes), icon: Flame },
    { label: 'Total Views', value: totals?.totalViews, icon: Eye },
  ]
  return (
    <ul aria-label="Totals" className="grid grid-cols-3 gap-2.5 sm:gap-4">
      {cards.map(({ label, value, icon: Icon }) => (
        <li
          key={label}
          className="flex min-w-0 items-center gap-4 rounded-card border border-line bg-panel px-3 py-1.5 max-sm:items-end shadow-soft sm:p-5"
        >
          <span className="grid size-11 shrink-0 place-items-center rounded-control bg-raised text-hot-ink max-lg:hidden">
            <Icon aria-hidden className="size-5" />
          </span>
          <div className="@container min-w-0 flex-1">
            <p className="text-xs text-mute sm:text-sm">{label}</p>
            <p className="text-xl leading-7 font-bold whitespace-nowrap sm:text-3xl">
              {value === undefined ? (
                <span aria-hidden className="inline-block h-[0.75em] w-12 animate-breathe rounded-md bg-raised" />
              ) : (
                <Fitted text={count(value)} />
              )}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Width of the widest digit, relative to the font size. */
const DIGIT_WIDTH = 0.64

/** Shrinks long numbers to fit the card. */
const Fitted = ({ text }: { text: string }) => (
  <span className="tracking-tight" style={{ fontSize: `min(1em, ${100 / (text.length * DIGIT_WIDTH)}cqi)` }}>
    {text}
  </span>
)

type Props = { item: MediaStats; onClose: () => void; onDelete: (item: MediaStats, shownVotes: number) => void }

/** Details of one item (`visitor.md §2`). */
function MediaDetails({ item, onClose, onDelete }: Props) {
  const kind = mediaLabel(item.mimeType).toLowerCase()
  const review = describeReview(item)
  return (
    <MediaDialog item={item} onClose={onClose}>
      {review && (
        <p className="mb-4 text-warn-ink">
          <strong>{review.title}.</strong> {review.text}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        {!review && (
          <ShareButton id={item.id} className="flex-1 whitespace-nowrap">
            Share {kind}
          </ShareButton>
        )}
        <Button className="flex-1 whitespace-nowrap text-danger-ink!" onClick={() => onDelete(item, item.totalVotes)}>
          <Trash2 aria-hidden className="size-4.5" /> Delete {kind}
        </Button>
      </div>
      <ItemFacts
        facts={[
          ['Views', count(item.totalViews)],
          ['Votes', count(item.totalVotes)],
          ['Not', `${item.notPercentage}%`],
          ['Hot', `${item.hotPercentage}%`],
          ['Type', mediaLabel(item.mimeType)],
          ['Size', megabytes(item.size)],
          ['Pixels', `${item.width} × ${item.height}`],
          ['Uploaded', date(item.uploadedAt)],
        ]}
      />
      <SplitBar tally={item} className="mt-4 h-2.5" />
      <MissingVotes tally={item} />
      {item.totalVotes > 0 && (
        <VotesPlot title={`Votes over the last ${PLOT_DAYS} days`} query={votesPerDayQuery(item.id)} className="mt-5" />
      )}
    </MediaDialog>
  )
}

/** Statistics screen (`visitor.md §2`). */
export function StatsPage() {
  const { data: user } = useSession()
  const stats = useInfiniteQuery(statsQuery(user?.id))
  const news = useNews(user?.id)
  const { data } = stats
  useSeenNews(user?.id, data && news.data?.until)
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-col gap-4 p-4 md:gap-6 md:p-8">
      <title>{`My Stats · ${siteName}`}</title>
      <header>
        <h1 className="text-2xl md:text-3xl">My Stats</h1>
        <p className="mt-1 text-mute max-md:hidden">How your photos and videos are doing.</p>
      </header>
      {!data && stats.isError ? (
        <NothingLoaded error={stats.error} isFetching={stats.isFetching} onRetry={() => void stats.refetch()} />
      ) : (
        <>
          <TotalCards totals={data} />
          {data && news.isFetched && <TakedownNotices notices={data.notices} />}
          {data && news.isFetched ? (
            <Items items={data.items} totals={data} news={news.data} userId={user?.id} />
          ) : (
            <div role="status">
              <span className="sr-only">Loading…</span>
              <GridSkeleton cards={10} />
            </div>
          )}
          {/* The key remounts the skeletons for each page, so they never visibly shift position. */}
          {stats.hasNextPage && news.isFetched && (
            <EndOfGrid
              key={data?.items.length}
              isLoading={stats.isFetching}
              hasFailed={stats.isFetchNextPageError}
              onLoad={() => void stats.fetchNextPage()}
            />
          )}
        </>
      )}
      <ConfirmDialog />
    </div>
  )
}

type ItemsProps = { items: MediaStats[]; totals: Totals; news: News | undefined; userId: number | undefined }

function Items({ items, totals, news, userId }: ItemsProps) {
  const [open, setOpen] = useState<MediaStats | null>(null)
  const remove = useDeletion(userId)
  const removeOpen = async (item: MediaStats, shownVotes: number) => {
    // The visitor may have opened another item during the deletion.
    if (await remove(item, shownVotes)) setOpen((opened) => (opened === item ? null : opened))
  }
  return (
    <>
      {items.length > 0 && userId !== undefined && (
        <StatsStory userId={userId} news={news} totals={totals} onOpen={setOpen} />
      )}
      {items.length === 0 ? (
        <NoMedia />
      ) : (
        <ul aria-label="Your media" className={gridClass}>
          {items.map((item) =>
            item.declined ? (
              <DeclinedCard key={item.id} item={item} {...item.declined} />
            ) : (
              <MediaCard key={item.id} item={item} onOpen={setOpen} onDelete={remove} />
            ),
          )}
        </ul>
      )}
      {open && <MediaDetails item={open} onClose={() => setOpen(null)} onDelete={removeOpen} />}
    </>
  )
}

const symbol = 'mx-auto mb-4 size-10 text-hot-ink low:hidden'

const NoMedia = () => (
  <Card className="text-center not-low:py-12 sm:not-low:py-16">
    <ImageUp aria-hidden className={symbol} />
    <h2 className="text-xl">You haven't uploaded any media yet</h2>
    <p className="mt-2 text-mute">Add a photo or video, and watch the votes come in.</p>
    <ButtonLink href={paths.upload} variant="primary" className="mt-5 max-sm:w-full">
      <Upload aria-hidden className="size-4.5" /> Upload Media
    </ButtonLink>
  </Card>
)

type NothingLoadedProps = { error: Error; isFetching: boolean; onRetry: () => void }

const NothingLoaded = ({ error, isFetching, onRetry }: NothingLoadedProps) => (
  <Card role="alert" data-outage className="py-12 text-center sm:py-16">
    <CloudOff aria-hidden className={symbol} />
    <h2 className="text-xl">No statistics available</h2>
    <p className="mt-2 text-mute">{describeReason(error)}</p>
    <TryAgain variant="primary" className="mt-5 max-sm:w-full" isBusy={isFetching} onClick={onRetry} />
  </Card>
)
