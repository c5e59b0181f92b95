import { useId } from 'react'
import { Link } from 'wouter'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { paths } from '../../lib/visitor/paths.ts'
import { HeldDock } from './held-dock.tsx'
import { LastResult } from './last-result.tsx'
import type { useSkipButton } from './skip-button.ts'
import type { Rating } from './use-rating.ts'
import { VoteDock } from './vote-dock.tsx'
import { VoteStats } from './vote-stats.tsx'

/** Seldom shown, so the first picture does not wait for it; its place is kept. */
export const BlockedNotice = lazyComponent(
  async () => (await import('./blocked-notice.tsx')).BlockedNotice,
  () => <div className="flex-1 md:-my-1 md:min-h-11 md:flex-none" />,
)

export type VotePanelProps = {
  rating: Rating
  /** Why there is no voting: an address is awaited first, or the operator has blocked the visitor. */
  block: 'email' | 'operator' | undefined
  skipButton: ReturnType<typeof useSkipButton>
  /** Undefined while nothing may be voted on. */
  onVote: ((isHot: boolean) => boolean) | undefined
  onUndo: (() => void) | undefined
}
type Place = 'page' | 'viewer'

/**
 * What stands below the stage: the buttons, the votes so far, and how the last one went or why there is none to cast. In
 * the viewer, where the picture has the room, without the votes so far.
 */
export function VotePanel({ place, rating, block, skipButton, onVote, onUndo }: VotePanelProps & { place: Place }) {
  const noticeId = useId()
  const { current, tally, isOpen, isHeld, sight, lastVote } = rating
  const className = place === 'page' ? onPage : 'w-full md:max-w-190 md:gap-3.5'
  const dock = isHeld ? (
    <HeldDock className={className} itemId={current?.id} />
  ) : (
    <VoteDock
      className={className}
      isWaiting={current === null}
      isUnseen={sight === 'none'}
      lastVote={lastVote?.isOld ? null : lastVote}
      blockedBy={block && noticeId}
      skipText={skipButton.text}
      onVote={(isHot) => onVote?.(isHot)}
      onSkip={skipButton.skip}
    />
  )
  return (
    <>
      {dock}
      {place === 'page' && <VoteStats tally={isOpen && tally ? tally : undefined} asksForFirst={!isHeld && !block} />}
      {block && !isHeld ? (
        <BlockedNotice id={noticeId} block={block} onUndo={onUndo} />
      ) : (
        <LastResult lastVote={lastVote} onUndo={onUndo} hint={isHeld ? <OwnHint /> : <RateHint place={place} />} />
      )}
    </>
  )
}

const onPage = 'vote-dock md:gap-3.5'

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-md border border-edge px-1.5 font-sans text-xs leading-5 font-semibold text-text">
    {children}
  </kbd>
)

/** Under one's own item: why there is no button to vote. */
const OwnHint = () => (
  <p>
    This one is yours: others vote on it.{' '}
    <Link href={paths.stats} className="inline-flex min-h-11 items-center font-semibold text-text underline">
      My Stats
    </Link>
  </p>
)

/** How to go fast, told until the first vote: by keys where there is a mouse, by thumb where there is none. */
function RateHint({ place }: { place: Place }) {
  return (
    <>
      <p className="hidden items-center gap-1.5 pointer-fine:md:flex">
        <Key>←</Key> Not <span className="w-2" /> <Key>→</Key> Hot <span className="w-2" /> <Key>S</Key> skip
        <span className="w-2" /> <Key>?</Key> all keys
      </p>
      <p className="pointer-fine:md:hidden">
        {place === 'page' ? 'Swipe right for Hot, left for Not' : 'Pinch to zoom, swipe down to close'}
      </p>
    </>
  )
}
