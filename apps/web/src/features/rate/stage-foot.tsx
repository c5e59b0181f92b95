import { Link } from 'wouter'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { paths } from '../../lib/session/paths.ts'
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx'
import type { LastVote } from './rating-state.ts'
import type { VotePanelProps } from './vote-panel.tsx'

/** Loaded lazily, because few visitors see the notice. */
const BlockedNotice = lazyComponent(async () => (await import('./vote-result.tsx')).BlockedNotice)
const VoteResult = lazyComponent(async () => (await import('./vote-result.tsx')).VoteResult)

/** Prefetches the lazy components, because offline rating needs them. */
export function prefetchFoot() {
  VoteResult.prefetch()
  BlockedNotice.prefetch()
}

type LineProps = { lastVote: LastVote; onUndo: (() => void) | undefined; isHeld: boolean }

export const LastVoteLine = ({ lastVote, ...line }: LineProps) => (
  // The key changes with every vote, so the next vote retries a failed load.
  <PartBoundary key={lastVote.castAt} failure={() => null}>
    <VoteResult vote={lastVote} {...line} />
  </PartBoundary>
)

type Props = Pick<VotePanelProps, 'rating' | 'block' | 'onUndo'> & { noticeId: string }

/** Overlays the foot of the picture with the last vote, or with the reason why voting is off. */
export function StageFoot({ rating: { lastVote, isHeld }, block, onUndo, noticeId }: Props) {
  return (
    <div className="stage-foot">
      {block && !isHeld ? (
        <BlockedNotice id={noticeId} block={block} onUndo={onUndo} />
      ) : lastVote && (onUndo || isHeld) ? (
        <LastVoteLine lastVote={lastVote} onUndo={onUndo} isHeld={isHeld} />
      ) : (
        isHeld && <OwnHint />
      )}
    </div>
  )
}

const OwnHint = () => (
  <p className="rounded-full bg-black/75 px-4 text-sm text-white">
    This is your photo, so you can't vote on it.{' '}
    <Link href={paths.stats} className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
      My Stats
    </Link>
  </p>
)
