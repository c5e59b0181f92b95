import type { ReactNode } from 'react'
import { lazyComponent } from '../../lib/net/lazy-component.tsx'
import { PartBoundary } from '../../ui/feedback/part-boundary.tsx'
import type { LastVote } from './rating-state.ts'

const VoteResult = lazyComponent(async () => (await import('./vote-result.tsx')).VoteResult)

export const prefetchLastResult = VoteResult.prefetch

type Props = { lastVote: LastVote | null; onUndo: (() => void) | undefined; hint: ReactNode }

/** How the item one has just voted on stands now, while the next one is already on the stage; before that, a hint. */
export function LastResult({ lastVote, onUndo, hint }: Props) {
  return (
    <div className="rate-result flex w-full items-center justify-center px-4 text-sm text-mute md:px-0">
      {lastVote ? (
        // Rating goes on without it when it cannot be fetched; the next vote tries again.
        <PartBoundary key={lastVote.item.id} failure={() => null}>
          <VoteResult {...lastVote} onUndo={onUndo} />
        </PartBoundary>
      ) : (
        hint
      )}
    </div>
  )
}
