import { count } from '@hotvote/shared/counted'
import type { MediaStats } from '@hotvote/shared/visitor/stats'
import { Trash2 } from 'lucide-react'
import { memo, useEffect, useEffectEvent, useRef } from 'react'
import { date, describeReview, mediaLabel, megabytes } from '../../lib/browser/format.ts'
import { useDisplayedVotes } from '../../lib/session/vote-multiplier.ts'
import { ContactLink } from '../../ui/data/contact-link.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { SplitBar } from '../../ui/data/split-bar.tsx'
import { CardSkeletons } from '../../ui/feedback/skeleton.tsx'
import { Button, TryAgain } from '../../ui/forms/button.tsx'
import { ShareOnPicture } from '../../ui/forms/share-button.tsx'
import { PlaceholderImage } from '../../ui/media/placeholder-image.tsx'
import { PictureBadge, Thumbnail, thumbnailClass, useNearViewport } from '../../ui/media/thumbnail.tsx'
import { isEarly } from './missing-votes.tsx'

type Props = {
  item: MediaStats
  onOpen: (item: MediaStats) => void
  onDelete: (item: MediaStats, shownVotes: number) => void
}

const stateClass =
  'pointer-events-none absolute bottom-2 left-2 max-w-[calc(100%-1rem)] rounded-full bg-black/70 px-2.5 py-0.5 text-xs font-semibold text-white'

/** Card of one of the visitor's items (`visitor.md §2`). The browser paints only cards near the viewport. */
export const MediaCard = memo(function MediaCard({ item, onOpen, onDelete }: Props) {
  const displayed = useDisplayedVotes()
  const kind = mediaLabel(item.mimeType)
  const review = describeReview(item)
  const state = review?.title ?? (isEarly(item) && 'Early result')
  return (
    <li className="overflow-hidden rounded-card border border-line bg-panel">
      <div className="relative aspect-[4/3] [content-visibility:auto]">
        <button
          type="button"
          className="block w-full transition hover:brightness-95 focus-visible:-outline-offset-4"
          onClick={() => onOpen(item)}
        >
          <span className="sr-only">Details of {item.originalName}</span>
          <Thumbnail item={item} />
        </button>
        <PictureBadge>{kind}</PictureBadge>
        {!review && (
          <ShareOnPicture
            id={item.id}
            label={`Share ${item.originalName}`}
            className="absolute! top-0 right-0 isolate grid size-11 place-items-center rounded-control text-white before:absolute before:inset-1.5 before:-z-1 before:rounded-full before:bg-black/65 hover:before:bg-black/80 focus-visible:-outline-offset-4 [&_svg]:size-4"
          />
        )}
        {state && <span className={stateClass}>{state}</span>}
      </div>
      <div className="px-2.5 pt-3 pb-1.5 min-[360px]:px-3 [contain-intrinsic-height:auto_119px] [content-visibility:auto] sm:px-4">
        <Numbers item={item} />
        <SplitBar tally={item} className="mt-2 h-2" />
        <div className="mt-1.5 flex items-center justify-between gap-1">
          <p className="min-w-0 text-xs leading-snug text-mute">
            <span className="block">{megabytes(item.size)}</span>
            <span className="block truncate">
              <span className="max-sm:sr-only">Uploaded </span>
              {date(item.uploadedAt)}
            </span>
          </p>
          <Button
            variant="ghost"
            size="icon"
            data-delete
            className="-mr-2.5 text-mute! hover:text-danger-ink! focus-visible:-outline-offset-4"
            aria-label={`Delete ${item.originalName}`}
            onClick={() => onDelete(item, displayed(item.totalVotes))}
          >
            <Trash2 aria-hidden className="size-4.5" />
          </Button>
        </div>
      </div>
    </li>
  )
})

const REASONS: Record<Declined['reason'], string> = {
  rules: "It doesn't follow the rules of this site.",
  not_theirs: 'It may belong to or show somebody else.',
  spam: "It's advertising or spam.",
  quality: 'The quality is too low.',
  other: "It doesn't fit this site.",
}

type Declined = NonNullable<MediaStats['declined']>

/** Shows only the blurred placeholder, because a declined item's file is no longer served. */
export const DeclinedCard = ({ item, reason, note, erasedAt }: { item: MediaStats } & Declined) => (
  <li className="overflow-hidden rounded-card border border-line bg-panel">
    <div className={thumbnailClass.frame}>
      {item.placeholder && <PlaceholderImage thumbhash={item.placeholder} className={thumbnailClass.picture} />}
      <PictureBadge>{mediaLabel(item.mimeType)}</PictureBadge>
      <span className={stateClass}>Not approved</span>
    </div>
    <div className="px-3 py-3 text-sm wrap-anywhere sm:px-4">
      <p className="truncate font-medium">{item.originalName}</p>
      <p className="mt-1">{REASONS[reason]}</p>
      {note !== null && <p className="mt-1 text-mute">“{note}”</p>}
      <p className="mt-1.5 text-xs text-mute">
        Will be deleted on {date(erasedAt)} <ContactLink />
      </p>
    </div>
  </li>
)

function Numbers({ item }: { item: MediaStats }) {
  const displayed = useDisplayedVotes()
  return (
    <Facts
      facts={[
        ['Views', count(item.totalViews)],
        ['Votes', count(displayed(item.totalVotes))],
        ['Hot %', `${item.hotPercentage}%`],
      ]}
      className="flex flex-wrap justify-between gap-x-2 [&_dt]:text-xs max-sm:[&_dd]:text-sm/[1.40625rem]"
      itemClassName="flex flex-col-reverse"
    />
  )
}

export const gridClass = 'grid grid-cols-2 gap-2.5 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))] sm:gap-4'

export const GridSkeleton = ({ cards }: { cards: number }) => (
  <CardSkeletons
    count={cards}
    className={gridClass}
    bodyClassName="h-[119px] p-4"
    boxes={['h-8', 'h-2 rounded-full!', 'h-6 w-1/2']}
  />
)

type EndProps = { isLoading: boolean; hasFailed: boolean; onLoad: () => void }

/** Loads more items before the visitor reaches the end, and offers a retry after a failure. */
export function EndOfGrid({ isLoading, hasFailed, onLoad }: EndProps) {
  const end = useRef<HTMLDivElement>(null)
  const isDue = useNearViewport(end) && !isLoading && !hasFailed
  const load = useEffectEvent(onLoad)
  useEffect(() => {
    if (isDue) load()
  }, [isDue])
  return (
    <div className="relative mt-2.5 min-h-24 sm:mt-4">
      {/* The marker extends far up, so the next cards load early. */}
      <div ref={end} className="pointer-events-none absolute bottom-full h-[100rem] w-px" />
      {hasFailed ? (
        <div role="alert" className="flex flex-wrap items-center justify-center gap-4 p-4">
          <p className="text-mute">Couldn't load more.</p>
          <TryAgain onClick={onLoad} />
        </div>
      ) : (
        <GridSkeleton cards={4} />
      )}
    </div>
  )
}
