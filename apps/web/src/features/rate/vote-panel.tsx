import { count } from '@hotvote/shared/counted'
import type { Tally } from '@hotvote/shared/visitor/rating'
import { clsx } from 'clsx'
import { ArrowRight, Flame, Snowflake } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { paths } from '../../lib/session/paths.ts'
import { useDisplayedVotes } from '../../lib/session/vote-multiplier.ts'
import { SplitBar } from '../../ui/data/split-bar.tsx'
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { ShareButton } from '../../ui/forms/share-button.tsx'
import type { Block, LastVote } from './rating-state.ts'
import type { Rating } from './use-rating.ts'

/** Loaded lazily, because few visitors see the notice. */
const BlockedNotice = lazyComponent(
  async () => (await import('./vote-result.tsx')).BlockedNotice,
  () => <div className="flex-1 md:-my-1 md:min-h-11 md:flex-none" />,
)
const VoteResult = lazyComponent(async () => (await import('./vote-result.tsx')).VoteResult)

/** Prefetches the lazy components, because offline rating needs them. */
export function prefetchPanel() {
  VoteResult.prefetch()
  BlockedNotice.prefetch()
}

export type VotePanelProps = {
  rating: Rating
  block: Block | undefined
  skipText: string
  onSkip: () => void
  /** Undefined while voting is off. */
  onVote: ((isHot: boolean) => boolean) | undefined
  onUndo: (() => void) | undefined
}
type Place = 'page' | 'viewer'

export function VotePanel({ place, ...panel }: VotePanelProps & { place: Place }) {
  const noticeId = useId()
  const { block, onUndo } = panel
  const { items, tally, isOpen, isHeld, lastVote } = panel.rating
  const className = place === 'page' ? 'vote-dock md:gap-3.5' : 'w-full md:max-w-190 md:gap-3.5'
  return (
    <>
      {isHeld ? (
        <HeldDock className={className} itemId={items[0]?.id} />
      ) : (
        <VoteDock className={className} blockedBy={block && noticeId} {...panel} />
      )}
      {place === 'page' && <VoteStats tally={isOpen && tally ? tally : undefined} asksForFirst={!isHeld && !block} />}
      {block && !isHeld ? (
        <BlockedNotice id={noticeId} block={block} onUndo={onUndo} />
      ) : (
        <LastResult lastVote={lastVote} onUndo={onUndo} hint={isHeld ? <OwnHint /> : <RateHint place={place} />} />
      )}
    </>
  )
}

const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="hidden rounded-md border border-current/40 px-1.5 font-sans text-xs leading-5 font-semibold pointer-fine:lg:inline"
  >
    {children}
  </kbd>
)

type PillProps = {
  className: string
  name?: 'hot' | 'not'
  isOff: boolean
  reason?: string | undefined
  onClick: () => void
  children: ReactNode
}

/** `aria-disabled`, because `disabled` would drop the focus after every vote and hide the reason. */
const Pill = ({ className, name, isOff, reason, onClick, children }: PillProps) => (
  <button
    type="button"
    name={name}
    aria-disabled={isOff}
    aria-describedby={reason}
    onClick={() => !isOff && onClick()}
    className={clsx(
      'flex min-h-(--pill-height) items-center justify-center gap-2.5 rounded-full font-bold transition aria-disabled:opacity-60',
      'not-aria-disabled:active:scale-97 motion-reduce:active:scale-100',
      className,
    )}
  >
    {children}
  </button>
)

type VoteDockProps = Pick<VotePanelProps, 'rating' | 'skipText' | 'onVote' | 'onSkip'> & {
  className: string
  blockedBy: string | undefined
}

function VoteDock({ className, blockedBy, rating, skipText, onVote, onSkip }: VoteDockProps) {
  const isOff = !rating.isOpen || rating.sight === 'none' || blockedBy !== undefined
  return (
    <fieldset aria-label="Your vote" className={clsx('flex items-center gap-2.5', className)}>
      <Pill
        name="not"
        isOff={isOff}
        reason={blockedBy}
        onClick={() => onVote?.(false)}
        className="gradient-not flex-1 text-lg text-white shadow-[0_10px_24px_-12px_var(--color-not-end)] not-aria-disabled:hover:brightness-110"
      >
        <Snowflake aria-hidden className="size-5.5" />
        Not
        <Key>←</Key>
      </Pill>
      <Pill
        isOff={rating.items.length === 0}
        onClick={onSkip}
        className="min-w-14 max-w-[46%] border border-line bg-panel px-3 py-1 text-mute max-[359px]:max-w-[36%] not-aria-disabled:hover:text-text md:px-5"
      >
        <span className="min-w-0 text-[13px] leading-tight text-balance wrap-anywhere md:text-[15px]">{skipText}</span>
        <Key>S</Key>
      </Pill>
      <Pill
        name="hot"
        isOff={isOff}
        reason={blockedBy}
        onClick={() => onVote?.(true)}
        className="gradient-hot flex-1 text-lg text-white shadow-[0_10px_24px_-12px_var(--color-hot-end)] not-aria-disabled:hover:brightness-110"
      >
        <Flame aria-hidden className="size-5.5" />
        Hot
        <Key>→</Key>
      </Pill>
    </fieldset>
  )
}

function HeldDock({ className, itemId }: { className: string; itemId: number | undefined }) {
  return (
    <div className={`flex items-center justify-center gap-2.5 ${className}`}>
      {itemId !== undefined && (
        <ShareButton id={itemId} className="min-h-(--pill-height)! rounded-full! px-6!">
          Share
        </ShareButton>
      )}
      <ButtonLink
        href={paths.rate}
        variant="primary"
        size="large"
        className="min-h-(--pill-height)! rounded-full! max-md:flex-1 md:px-10!"
      >
        Keep rating <ArrowRight aria-hidden className="size-5" />
      </ButtonLink>
    </div>
  )
}

/** Vote counts of the item (`visitor.md §2`). */
const VoteStats = ({ tally, asksForFirst }: { tally: Tally | undefined; asksForFirst: boolean }) => (
  <section aria-label="Votes so far" className="rate-stats">
    {asksForFirst && tally?.totalVotes === 0 ? (
      <p className="text-center text-mute">Be the first to vote</p>
    ) : (
      <Numbers tally={tally} />
    )}
    <SplitBar tally={tally} className="mt-1 h-(--stats-bar) max-md:mt-0.5" />
  </section>
)

/** Reserves the width of the numbers while they load. */
const blank: Tally = { totalVotes: 0, hotPercentage: 0, notPercentage: 0 }

function Numbers({ tally }: { tally: Tally | undefined }) {
  const { totalVotes, hotPercentage, notPercentage } = tally ?? blank
  const votes = useDisplayedVotes()(totalVotes)
  return (
    <div className={`grid grid-cols-[1fr_auto_1fr] items-baseline text-mute ${tally ? '' : 'invisible'}`}>
      <p>
        <b className="text-text">{hotPercentage}%</b> hot
      </p>
      <p>
        <b className="text-text">{count(votes)}</b> {votes === 1 ? 'vote' : 'votes'}
      </p>
      <p className="text-right">
        <b className="text-text">{notPercentage}%</b> not
      </p>
    </div>
  )
}

type LastResultProps = { lastVote: LastVote | null; onUndo: (() => void) | undefined; hint: ReactNode }

export function LastResult({ lastVote, onUndo, hint }: LastResultProps) {
  return (
    <div className="rate-result flex w-full items-center justify-center px-4 text-sm text-mute md:px-0">
      {lastVote ? (
        // The next vote tries to load the code again.
        <PartBoundary key={lastVote.item.id} failure={() => null}>
          <VoteResult {...lastVote} onUndo={onUndo} />
        </PartBoundary>
      ) : (
        hint
      )}
    </div>
  )
}

const HintKey = ({ children }: { children: string }) => (
  <kbd className="rounded-md border border-edge px-1.5 font-sans text-xs leading-5 font-semibold text-text">
    {children}
  </kbd>
)

const OwnHint = () => (
  <p>
    This is your photo, so you can't vote on it.{' '}
    <Link href={paths.stats} className="inline-flex min-h-11 items-center font-semibold text-text underline">
      My Stats
    </Link>
  </p>
)

function RateHint({ place }: { place: Place }) {
  return (
    <>
      <p className="hidden items-center gap-1.5 pointer-fine:md:flex">
        <HintKey>←</HintKey> Not <span className="w-2" /> <HintKey>→</HintKey> Hot <span className="w-2" />{' '}
        <HintKey>S</HintKey> Skip
        <span className="w-2" /> <HintKey>?</HintKey> All shortcuts
      </p>
      <p className="pointer-fine:md:hidden">
        {place === 'page' ? 'Swipe right for Hot, left for Not' : 'Pinch to zoom, swipe down to close'}
      </p>
    </>
  )
}
