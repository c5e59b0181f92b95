import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { takeLostFocus } from '../../lib/browser/focus.ts'
import { siteName } from '../../lib/visitor/brand.ts'
import { useEmailCapture } from '../../lib/visitor/email-capture.ts'
import { useSession } from '../../lib/visitor/session.ts'
import { useDisplayedVotes } from '../../lib/visitor/vote-multiplier.ts'
import { EmptyState, prefetchEmptyState } from './empty-state.tsx'
import { LastResult, prefetchLastResult } from './last-result.tsx'
import { mediaKind } from './media-kind.ts'
import { prefetchViewer, RateDialogs, useRateDialogs } from './rate-dialogs.tsx'
import type { RatingState } from './rating-state.ts'
import { useSkipButton } from './skip-button.ts'
import { Stage } from './stage.tsx'
import { useRateKeys } from './use-rate-keys.ts'
import { useRating } from './use-rating.ts'
import { hasSeenAnything, positionOf, reloadOnceFor } from './visit.ts'
import { feltVote } from './vote-haptic.ts'
import { VotePanel } from './vote-panel.tsx'
import { altOf, resultOf, undoneOf } from './wording.ts'

/** One item at a time, Hot or Not (`visitor.md §2`). */
export function RatePage({ adZone }: { adZone: ReactNode }) {
  const { data: user } = useSession()
  const rating = useRating(user)
  const { current, sight, error, lastVote } = rating
  const isBlocked = useEmailCapture() === 'blocks'
  const vote = isBlocked ? undefined : (isHot: boolean) => feltVote(rating.vote(isHot))
  const skipButton = useSkipButton(rating.skip)
  const dialogs = useRateDialogs()
  const { open, view, showKeys } = dialogs
  const stageButton = useRef<HTMLButtonElement>(null)
  const alt = current ? altOf(current, positionOf(current.id)) : ''

  usePrefetchedParts(sight)
  const openViewer = () => current && view(current)
  const undo = rating.undo && (() => undoWithFocus(rating.undo, stageButton))
  const acts = { vote, undo, skip: skipButton.skip, open: openViewer, help: showKeys }
  useRateKeys(open !== null ? 'none' : error ? 'undo' : 'all', acts)
  const refresh = ({ detail }: MouseEvent) => {
    // The pressed button goes with its card: the stage takes over the keyboard's focus. By mouse it had none (`detail`).
    flushSync(rating.refresh)
    if (detail === 0) stageButton.current?.focus()
  }
  const fail = (id: number) => {
    const isUnknown = current?.id === id && mediaKind(current.mimeType) === 'unknown'
    if (!isUnknown || !reloadOnceFor(id)) rating.fail(id)
  }
  return (
    <>
      <title>{`Rate Photos · ${siteName}`}</title>
      <h1 className="sr-only">Rate Photos</h1>
      {error ? (
        <div className="m-auto flex w-full flex-col gap-4">
          <EmptyState error={error} hasSeenAny={hasSeenAnything()} onRefresh={refresh} />
          {lastVote && <LastResult lastVote={lastVote} onUndo={undo} hint={null} />}
        </div>
      ) : (
        <div className="rate-layout">
          <Stage
            rating={rating}
            onVote={vote}
            alt={alt}
            isCovered={open !== null && open !== 'keys'}
            onOpen={openViewer}
            onIntent={prefetchViewer}
            onKeys={showKeys}
            onFail={fail}
            openRef={stageButton}
          />
          <VotePanel rating={rating} isBlocked={isBlocked} skipButton={skipButton} onVote={vote} onUndo={undo} />
        </div>
      )}
      <div className="rate-ad">{adZone}</div>
      <Spoken rating={rating} alt={alt} />
      <RateDialogs dialogs={dialogs} />
    </>
  )
}

/** What a screen reader says after a vote, an undo and with every item. */
function Spoken({ rating: { lastVote, undone }, alt }: { rating: RatingState; alt: string }) {
  const displayedVotes = useDisplayedVotes()
  return (
    <div aria-live="polite" className="sr-only">
      <p>{undone ? undoneOf(undone, positionOf(undone.id)) : lastVote && resultOf(lastVote, displayedVotes)}</p>
      <p>{alt}</p>
    </div>
  )
}

/** The pressed button goes, and so does the card in the place of the stage: then the stage has the keyboard's focus. */
function undoWithFocus(undo: (() => void) | undefined, stageButton: RefObject<HTMLElement | null>) {
  const hadFocus = document.activeElement !== document.body
  if (undo) flushSync(undo)
  if (hadFocus) takeLostFocus(stageButton.current)
}

/** Prefetches the other parts of the screen once the first picture is shown: later there may be no network. */
function usePrefetchedParts(sight: RatingState['sight']) {
  useEffect(() => {
    if (sight !== 'settled') return
    prefetchLastResult()
    prefetchEmptyState()
  }, [sight])
}
