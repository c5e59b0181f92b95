import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Redirect, useLocation } from 'wouter'
import { toast } from '../../lib/browser/toasts.ts'
import { webAddress } from '../../lib/browser/web-address.ts'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { siteName } from '../../lib/visitor/brand.ts'
import { useEmailCapture } from '../../lib/visitor/email-capture.ts'
import { paths } from '../../lib/visitor/paths.ts'
import { useSession } from '../../lib/visitor/session.ts'
import { useDisplayedVotes } from '../../lib/visitor/vote-multiplier.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { isFirstItem, takePress } from './first-item.ts'
import { useRateKeys } from './input.ts'
import { announceUndo, announceVote, describeItem, mediaKind } from './item.ts'
import type { OpenedItem } from './opened-item.ts'
import { isNoneLeft, skipButtonQuery } from './rate.api.ts'
import { prefetchViewer, RateDialogs, useRateDialogs } from './rate-dialogs.tsx'
import type { RatingState } from './rating-state.ts'
import { Stage } from './stage.tsx'
import { type Rating, useRating } from './use-rating.ts'
import { hasSeenAnything, positionOf, reloadOnceFor } from './visit.ts'
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
  const rating = useRating(user, opened ?? null)
  const { current, sight, error, lastVote } = rating
  const panel = useVotePanel(rating)
  const dialogs = useRateDialogs(error !== null)
  const { isViewing, showsKeys, reported, view, showKeys } = dialogs
  const alt = current ? describeItem(current, positionOf(current.id)) : ''

  usePrefetchedParts(sight)
  const openViewer = () => current && view()
  const report =
    opened?.isOwn || user?.isBlocked ? undefined : () => void (current && rating.isOpen && dialogs.report(current))
  const acts = { vote: panel.onVote, undo: panel.onUndo, skip: panel.onSkip, report }
  useRateKeys(showsKeys || reported ? 'none' : error ? 'undo' : 'all', { ...acts, open: openViewer, help: showKeys })
  const refresh = useRefreshButton(rating)
  const title = opened ? 'Hot or Not?' : 'Rate Photos'
  // Skipped, or gone meanwhile: rating goes on with the next one.
  if (rating.isOver) return <Redirect to={paths.rate} replace />
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <h1 className="sr-only">{title}</h1>
      <div className="rate-screen">
        {error ? (
          // A key, as one of the two takes the place of the other, and does not move there.
          <div key="card" className="m-auto flex w-full flex-col gap-4">
            <EmptyState error={error} hasSeenAny={hasSeenAnything()} onRefresh={refresh} />
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

/** Looks for more, and says so if there is still nothing. */
function useRefreshButton({ refresh, error, current }: Rating) {
  const isPressed = useRef(false)
  useEffect(() => {
    if (isPressed.current && isNoneLeft(error)) toast({ title: 'Nothing new yet' })
    if (error || current) isPressed.current = false
  }, [error, current])
  return () => {
    isPressed.current = true
    refresh()
  }
}

function failOrReload({ current, fail }: Rating, id: number) {
  const isUnknown = current?.id === id && mediaKind(current.mimeType) === 'unknown'
  if (!isUnknown || !reloadOnceFor(id)) fail(id)
}

/** What may be done about the item on the stage, there and in the viewer. */
function useVotePanel(rating: Rating): VotePanelProps {
  const { data: user } = useSession()
  const waitsForEmail = useEmailCapture() === 'blocks'
  const block = user?.isBlocked ? 'operator' : waitsForEmail ? 'email' : undefined
  const [, navigate] = useLocation()
  const { data: skipButton } = useQuery(skipButtonQuery)
  const skipUrl = webAddress(skipButton?.buttonUrl)
  const skip = skipUrl ? () => location.assign(skipUrl) : rating.skip
  const onVote = block || rating.isHeld ? undefined : (isHot: boolean) => feltVote(rating.vote(isHot))
  useKeptPress(rating, onVote)
  return {
    rating,
    block,
    skipText: skipButton?.buttonText ?? 'Skip this photo',
    onSkip: rating.isHeld ? () => navigate(paths.rate) : skip,
    onVote,
    onUndo: rating.undo,
  }
}

/**
 * What was pressed before it was known who is here is their vote now, if they may vote on that item. Once another one is on the
 * stage it is forgotten.
 */
function useKeptPress({ current, isOpen, sight }: Rating, onVote: VotePanelProps['onVote']) {
  const isFirst = current !== null && isFirstItem(current)
  const use = useEffectEvent(() => {
    const isHot = takePress()
    if (isFirst && isHot !== undefined) onVote?.(isHot)
  })
  const isDue = !isFirst || (isOpen && sight === 'settled')
  useEffect(() => {
    if (isDue) use()
  }, [isDue])
}

const TAP_MS = 12

/** A vote that counts is felt under the thumb, where a phone can do that. Before a first touch a browser refuses it. */
const feltVote = (isCounted: boolean) => {
  if (isCounted && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TAP_MS)
  return isCounted
}

/** What a screen reader says after a vote, an undo and with every item. */
function Spoken({ rating: { lastVote, undone }, alt }: { rating: RatingState; alt: string }) {
  const displayedVotes = useDisplayedVotes()
  return (
    <div aria-live="polite" className="sr-only">
      <p>{undone ? announceUndo(undone, positionOf(undone.id)) : lastVote && announceVote(lastVote, displayedVotes)}</p>
      <p>{alt}</p>
    </div>
  )
}

/** Prefetches the other parts of the screen once the first picture is shown: later there may be no network. */
function usePrefetchedParts(sight: RatingState['sight']) {
  useEffect(() => {
    if (sight !== 'settled') return
    prefetchPanel()
    EmptyState.prefetch()
  }, [sight])
}
