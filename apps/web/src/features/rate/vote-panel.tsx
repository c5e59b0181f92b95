import { count } from '@hotvote/shared/counted'
import type { Tally } from '@hotvote/shared/visitor/rating'
import { clsx } from 'clsx'
import { ArrowRight, Flame, Snowflake } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/session/paths.ts'
import { useDisplayedVotes, useResultHidden } from '../../lib/session/vote-multiplier.ts'
import { SplitBar } from '../../ui/data/split-bar.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { ShareButton } from '../../ui/forms/share-button.tsx'
import type { Block } from './rating-state.ts'
import type { Rating } from './use-rating.ts'

export type VotePanelProps = {
  rating: Rating
  block: Block | undefined
  skipText: string
  onSkip: () => void
  /** Undefined while voting is disabled. */
  onVote: ((isHot: boolean) => boolean) | undefined
  onUndo: (() => void) | undefined
}
type Props = VotePanelProps & { place: 'page' | 'viewer'; noticeId: string }

export function VotePanel({ place, noticeId, ...panel }: Props) {
  const { items, tally, isOpen, isHeld } = panel.rating
  const className = place === 'page' ? 'vote-dock md:not-low:gap-3.5' : 'w-full md:max-w-190 md:gap-3.5'
  return (
    <>
      {place === 'page' && (
        <VoteStats tally={isOpen && tally ? tally : undefined} isHeld={isHeld} asksForFirst={!isHeld && !panel.block} />
      )}
      {isHeld ? (
        <HeldDock className={className} itemId={items[0]?.id} />
      ) : (
        <VoteDock className={className} blockedBy={panel.block && noticeId} {...panel} />
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

/** Uses `aria-disabled`, because `disabled` would drop the focus after every vote and hide the reason. */
const Pill = ({ className, name, isOff, reason, onClick, children }: PillProps) => (
  <button
    type="button"
    name={name}
    aria-disabled={isOff}
    aria-describedby={reason}
    onClick={() => !isOff && onClick()}
    className={clsx(
      'flex min-h-(--pill-height) items-center justify-center gap-2.5 rounded-full font-bold transition aria-disabled:opacity-60 aria-disabled:shadow-none! aria-disabled:saturate-50',
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
        className="min-w-14 max-w-[46%] border border-edge bg-panel px-3 py-1 text-mute max-[359px]:max-w-[36%] low:max-w-[32%] not-aria-disabled:hover:text-text md:not-low:px-5"
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

type StatsProps = { tally: Tally | undefined; isHeld: boolean; asksForFirst: boolean }

/** Vote counts of the item (`visitor.md §2`), in the order of the buttons: Not, Hot. */
function VoteStats({ tally, isHeld, asksForFirst }: StatsProps) {
  const isResultHidden = useResultHidden()
  const shown = isHeld || isResultHidden === false ? tally : undefined
  return (
    <section aria-label="Votes so far" className="rate-stats">
      {asksForFirst && tally?.totalVotes === 0 ? (
        <p className="text-center text-mute">Be the first to vote</p>
      ) : isResultHidden && !isHeld ? (
        <HiddenResult tally={tally} />
      ) : (
        <Numbers tally={shown} />
      )}
      <SplitBar tally={shown} className="mt-1 h-(--stats-bar)" />
    </section>
  )
}

/** Placeholder that reserves the width of the numbers while they load. */
const blank: Tally = { totalVotes: 0, hotPercentage: 0, notPercentage: 0 }

const Votes = ({ of }: { of: Tally }) => {
  const votes = useDisplayedVotes()(of.totalVotes)
  return (
    <>
      <b className="text-text">{count(votes)}</b> {votes === 1 ? 'vote' : 'votes'}
    </>
  )
}

function Numbers({ tally }: { tally: Tally | undefined }) {
  const numbers = tally ?? blank
  return (
    <div className={`grid grid-cols-[1fr_auto_1fr] items-baseline text-mute ${tally ? '' : 'invisible'}`}>
      <p>
        <b className="text-text">{numbers.notPercentage}%</b> not
      </p>
      <p>
        <Votes of={numbers} />
      </p>
      <p className="text-right">
        <b className="text-text">{numbers.hotPercentage}%</b> hot
      </p>
    </div>
  )
}

const HiddenResult = ({ tally }: { tally: Tally | undefined }) => (
  <p className={`text-center text-mute ${tally ? '' : 'invisible'}`}>
    <Votes of={tally ?? blank} />. Vote to see the result.
  </p>
)
