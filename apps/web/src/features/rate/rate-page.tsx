import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Redirect, useLocation } from 'wouter'
import { readInTab, writeInTab } from '../../lib/browser/preferences.ts'
import { webAddress } from '../../lib/browser/web-address.ts'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { siteName } from '../../lib/visitor/brand.ts'
import { useEmailCapture } from '../../lib/visitor/email-capture.ts'
import { paths } from '../../lib/visitor/paths.ts'
import { useSession } from '../../lib/visitor/session.ts'
import { useDisplayedVotes } from '../../lib/visitor/vote-multiplier.ts'
import { isWorkUnderWay } from '../../lib/visitor/work-under-way.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useRateKeys } from './input.ts'
import { announceUndo, announceVote, describeItem, mediaKind } from './item.ts'
import { type OpenedItem, skipButtonQuery } from './rate.api.ts'
import { prefetchViewer, RateDialogs, useRateDialogs } from './rate-dialogs.tsx'
import { Stage } from './stage.tsx'
import { findPosition, type Rating, useRating } from './use-rating.ts'
import { LastResult, prefetchPanel, VotePanel, type VotePanelProps } from './vote-panel.tsx'

/** Loaded lazily, but prefetched: it is needed without a network, too. */
const EmptyState = lazyComponent(
  async () => (await import('./empty-card.tsx')).EmptyCard,
  () => <Spinner className="m-auto p-8" />,
)

type Props = {
  adZone: ReactNode
  /** The item of this address, which is on the stage first. */
  opened?: OpenedItem
}

/** One item at a time, Hot or Not (`visitor.md §2`). */
export function RatePage({ adZone, opened }: Props) {
  const { data: user } = useSession()
  const rating = useRating(opened ?? null)
  const { sight, error, lastVote, shown } = rating
  const [current] = rating.items
  const panel = useVotePanel(rating)
  const dialogs = useRateDialogs(error !== null)
  const { isViewing, showsKeys, reported, view, showKeys } = dialogs
  const alt = current ? describeItem(current, findPosition(current.id)) : ''

  usePrefetchedParts(sight)
  const openViewer = () => current && view()
  const report =
    opened?.isOwn || user?.isBlocked ? undefined : () => void (current && rating.isOpen && dialogs.report(current))
  useRateKeys(showsKeys || reported ? 'none' : error ? 'undo' : 'all', {
    hot: () => panel.onVote?.(true),
    not: () => panel.onVote?.(false),
    undo: panel.onUndo,
    skip: panel.onSkip,
    open: openViewer,
    report,
    help: showKeys,
  })
  const title = opened ? 'Hot or Not?' : 'Rate Photos'
  if (rating.isOver) return <Redirect to={paths.rate} replace />
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <h1 className="sr-only">{title}</h1>
      <div className="rate-screen">
        {error ? (
          <div key="card" className="m-auto flex w-full flex-col gap-4">
            <EmptyState error={error} hasSeenAny={shown.length > 0} onRefresh={rating.refresh} />
            {lastVote && <LastResult lastVote={lastVote} onUndo={panel.onUndo} hint={null} />}
          </div>
        ) : (
          <div key="stage" className="rate-layout">
            <Stage
              rating={rating}
              onVote={panel.onVote}
              alt={alt}
              isCovered={isViewing}
              onOpen={openViewer}
              onIntent={prefetchViewer}
              onKeys={showKeys}
              onReport={report}
              onFail={(id) => failOrReload(rating, id)}
            />
            <VotePanel {...panel} place="page" />
          </div>
        )}
        <div className="rate-ad">{adZone}</div>
      </div>
      <Spoken rating={rating} alt={alt} />
      <RateDialogs dialogs={dialogs} alt={alt} panel={panel} userId={user?.id} onReport={report} />
    </>
  )
}

const RELOADED_KEY = 'hotvote-reloaded-for'

/** Reloads the page, once per item and tab, unless something would be lost with it. */
function reloadOnceFor(id: number) {
  if (isWorkUnderWay()) return false
  const tried = (readInTab(RELOADED_KEY) ?? '').split(' ')
  // If the tab cannot remember it, the page could reload forever.
  if (tried.includes(String(id)) || !writeInTab(RELOADED_KEY, [...tried, id].join(' ').trim())) return false
  location.reload()
  return true
}

/** Skips an item that does not load; an unknown media type reloads the page first (`visitor.md §2`). */
function failOrReload({ items: [current], fail }: Rating, id: number) {
  const isUnknown = current?.id === id && mediaKind(current.mimeType) === 'unknown'
  if (!isUnknown || !reloadOnceFor(id)) fail(id)
}

/** The controls of the item on the stage, for the page and the viewer. */
function useVotePanel(rating: Rating): VotePanelProps {
  const { data: user } = useSession()
  const waitsForEmail = useEmailCapture() === 'blocks'
  const block = user?.isBlocked ? 'operator' : waitsForEmail ? 'email' : undefined
  const [, navigate] = useLocation()
  const { data: skipButton } = useQuery(skipButtonQuery)
  const skipUrl = webAddress(skipButton?.buttonUrl)
  const skipHere = () => {
    rating.skip()
    if (rating.openedId !== null) navigate(paths.rate)
  }
  const skip = skipUrl ? () => location.assign(skipUrl) : skipHere
  const onVote = block || rating.isHeld ? undefined : (isHot: boolean) => feltVote(rating.vote(isHot))
  return {
    rating,
    block,
    skipText: skipButton?.buttonText ?? 'Skip this photo',
    onSkip: rating.isHeld ? () => navigate(paths.rate) : skip,
    onVote,
    onUndo: rating.undo,
  }
}

const TAP_MS = 12

/** Vibrates for a vote that counts; browsers refuse that before the first touch. */
const feltVote = (isCounted: boolean) => {
  if (isCounted && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TAP_MS)
  return isCounted
}

/** Announces the result of a vote, an undo, and each item. */
function Spoken({ rating: { lastVote, undone }, alt }: { rating: Rating; alt: string }) {
  const displayedVotes = useDisplayedVotes()
  return (
    <div aria-live="polite" className="sr-only">
      <p>
        {undone ? announceUndo(undone, findPosition(undone.id)) : lastVote && announceVote(lastVote, displayedVotes)}
      </p>
      <p>{alt}</p>
    </div>
  )
}

/** Loads the other parts once the first picture is shown, as they are needed without a network, too. */
function usePrefetchedParts(sight: Rating['sight']) {
  useEffect(() => {
    if (sight !== 'settled') return
    prefetchPanel()
    EmptyState.prefetch()
  }, [sight])
}
