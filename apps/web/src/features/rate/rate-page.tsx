import type { RatingItem } from '@hotvote/shared/visitor/rating'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { hasCode } from '../../lib/api/call-error.ts'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { readInTab, writeInTab } from '../../lib/browser/preferences.ts'
import { webAddress } from '../../lib/browser/web-address.ts'
import { siteName } from '../../lib/session/brand.ts'
import { useClosed } from '../../lib/session/closed.ts'
import { useEmailCapture } from '../../lib/session/email-capture.ts'
import { paths } from '../../lib/session/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { useDisplayedVotes } from '../../lib/session/vote-multiplier.ts'
import { isWorkUnderWay, toastNotLoaded } from '../../lib/session/work-under-way.ts'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { useRateKeys } from './input.ts'
import { announceUndo, announceVote, describeItem, mediaKind } from './item.ts'
import { itemQuery, type OpenedItem, skipButtonQuery } from './rate.api.ts'
import { Stage, StageVideo } from './stage.tsx'
import { LastVoteLine, prefetchFoot, StageFoot } from './stage-foot.tsx'
import { findKnownItem, findPosition, leaveOut, type Rating, useRating } from './use-rating.ts'
import { VotePanel, type VotePanelProps } from './vote-panel.tsx'

/** Empty state, prefetched so that it also works offline. */
const EmptyState = lazyComponent(
  async () => (await import('./empty-card.tsx')).EmptyCard,
  () => <Spinner className="m-auto p-8" />,
)

const NOTICE_ID = 'voting-is-off'

type Props = {
  adZone: ReactNode
  opened?: OpenedItem
}

/** Rate screen (`visitor.md §2`). */
export function RatePage({ adZone, opened }: Props) {
  const { data: user } = useSession()
  const rating = useRating(opened ?? null)
  const { sight, error } = rating
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
  if (rating.hasItemLeft) return <Redirect to={paths.rate} replace />
  return (
    <>
      <title>{`${title} · ${siteName}`}</title>
      <h1 className="sr-only">{title}</h1>
      <div className="rate-screen">
        {error ? (
          <NothingToRate key="card" rating={rating} error={error} onUndo={panel.onUndo} />
        ) : (
          <div key="stage" className="rate-layout">
            <Stage
              rating={rating}
              onVote={panel.onVote}
              alt={alt}
              isCovered={isViewing}
              onOpen={openViewer}
              onIntent={ViewerDialog.prefetch}
              onKeys={showKeys}
              onReport={report}
              onFail={(id) => failOrReload(rating, id)}
            >
              <StageFoot {...panel} noticeId={NOTICE_ID} />
            </Stage>
            <VotePanel {...panel} place="page" noticeId={NOTICE_ID} />
          </div>
        )}
        <div className="rate-ad">{adZone}</div>
      </div>
      <VoteAnnouncement rating={rating} alt={alt} />
      <RateDialogs dialogs={dialogs} alt={alt} panel={panel} userId={user?.id} onReport={report} />
    </>
  )
}

type NothingProps = { rating: Rating; error: Error; onUndo: (() => void) | undefined }

const NothingToRate = ({ rating: { lastVote, shown, refresh }, error, onUndo }: NothingProps) => (
  <div className="m-auto flex w-full flex-col gap-4 py-4">
    <EmptyState error={error} hasSeenAny={shown.length > 0} onRefresh={refresh} />
    {lastVote && onUndo && (
      <div className="mx-auto flex max-md:[@media(max-height:599px)]:order-first">
        <LastVoteLine lastVote={lastVote} onUndo={onUndo} isHeld={false} />
      </div>
    )}
  </div>
)

const RELOADED_KEY = 'hotvote-reloaded-for'

/** Reloads the page at most once per item and tab, unless unsaved work would be lost. */
function reloadOnceFor(id: number) {
  if (isWorkUnderWay()) return false
  const tried = (readInTab(RELOADED_KEY) ?? '').split(' ')
  // Don't reload if storage does not work, because the page could reload forever.
  if (tried.includes(String(id)) || !writeInTab(RELOADED_KEY, [...tried, id].join(' ').trim())) return false
  location.reload()
  return true
}

/** Skips a broken item. If its media type is unknown, reloads the page first (`visitor.md §2`). */
function failOrReload({ items: [current], fail }: Rating, id: number) {
  const isUnknown = current?.id === id && mediaKind(current.mimeType) === 'unknown'
  if (!isUnknown || !reloadOnceFor(id)) fail(id)
}

function useVotePanel(rating: Rating): VotePanelProps {
  const waitsForEmail = useEmailCapture() === 'blocks'
  const closed = useClosed('voting')
  const block = closed ? { text: closed } : waitsForEmail ? ('email' as const) : undefined
  const [, navigate] = useLocation()
  const { data: skipButton } = useQuery(skipButtonQuery)
  const skipUrl = webAddress(skipButton?.buttonUrl)
  const skipHere = () => {
    rating.skip()
    if (rating.openedId !== null) navigate(paths.rate)
  }
  const skip = skipUrl ? () => location.assign(skipUrl) : skipHere
  const onVote = block || rating.isHeld ? undefined : (isHot: boolean) => vibrateIfCounted(rating.vote(isHot))
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

/** Vibrates if the vote was counted. Browsers refuse to vibrate before the first touch. */
const vibrateIfCounted = (isCounted: boolean) => {
  if (isCounted && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(TAP_MS)
  return isCounted
}

function VoteAnnouncement({ rating: { lastVote, undone, justSkipped }, alt }: { rating: Rating; alt: string }) {
  const displayedVotes = useDisplayedVotes()
  const news = justSkipped === null ? lastVote : undefined
  return (
    <div aria-live="polite" className="sr-only">
      <p>{undone ? announceUndo(undone, findPosition(undone.id)) : news && announceVote(news, displayedVotes)}</p>
      <p>{alt}</p>
    </div>
  )
}

/** Prefetches the other components after the first photo, because rating offline needs them. */
function usePrefetchedParts(sight: Rating['sight']) {
  useEffect(() => {
    if (sight !== 'settled') return
    prefetchFoot()
    EmptyState.prefetch()
    StageVideo.prefetch()
  }, [sight])
}

const ViewerDialog = lazyComponent(async () => (await import('./viewer-dialog.tsx')).ViewerDialog)
const KeysDialog = lazyComponent(async () => (await import('./keys-dialog.tsx')).KeysDialog)
const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog)

const fetched = ({ fetch }: { fetch: () => Promise<unknown> }, name: string, open: () => void) =>
  fetch().then(open, () => toastNotLoaded(name))

function useRateDialogs(isStageEmpty: boolean) {
  const [isViewing, setViewing] = useState(false)
  const [showsKeys, setShowsKeys] = useState(false)
  const [reported, setReported] = useState<RatingItem | null>(null)
  if (isStageEmpty && isViewing) setViewing(false)
  return {
    isViewing,
    showsKeys,
    reported,
    view: () => fetched(ViewerDialog, 'The full screen view', () => setViewing(true)),
    showKeys: () => fetched(KeysDialog, 'The list of keys', () => setShowsKeys(true)),
    report: (item: RatingItem) => fetched(ReportDialog, 'The list of reasons', () => setReported(item)),
    closeReport: () => setReported(null),
    closeViewer: () => setViewing(false),
    closeKeys: () => setShowsKeys(false),
  }
}

type DialogsProps = {
  dialogs: ReturnType<typeof useRateDialogs>
  alt: string
  panel: VotePanelProps
  userId: number | undefined
  onReport: (() => void) | undefined
}

function RateDialogs({ dialogs, alt, panel, userId, onReport }: DialogsProps) {
  const { isViewing, showsKeys, reported } = dialogs
  const { isHeld } = panel.rating
  const [, navigate] = useLocation()
  const onReported = ({ id }: RatingItem) => {
    leaveOut(id)
    if (isHeld) navigate(paths.rate)
  }
  return (
    <>
      {isViewing && <ViewerDialog {...panel} alt={alt} onReport={onReport} onClose={dialogs.closeViewer} />}
      {showsKeys && <KeysDialog onClose={dialogs.closeKeys} />}
      {reported && userId !== undefined && (
        <ReportDialog
          item={reported}
          userId={userId}
          onReport={() => onReported(reported)}
          onClose={dialogs.closeReport}
        />
      )}
    </>
  )
}

const ItemMissing = lazyComponent(async () => (await import('./empty-card.tsx')).ItemMissing)

/** Rate screen that starts with the item in the URL (docs/decisions/034). */
export function ItemScreen({ id = 0, adZone }: { id: number | undefined; adZone: ReactNode }) {
  const { data: user, error: sessionError, refetch: openSession } = useSession()
  const {
    data: opened,
    error,
    refetch,
  } = useQuery({
    ...itemQuery(id, user?.id),
    initialData: () => findKnownItem(id, user?.id),
    enabled: id > 0 && user !== undefined,
  })
  if (opened) return <RatePage adZone={adZone} opened={opened} />
  if (id === 0 || hasCode(error, 'not_found')) return <ItemMissing />
  if (error) return <ItemMissing error={error} onRetry={() => void refetch()} />
  if (!user && sessionError) return <ItemMissing error={sessionError} onRetry={() => void openSession()} />
  return <Spinner label="Loading the photo…" className="m-auto p-8" />
}
