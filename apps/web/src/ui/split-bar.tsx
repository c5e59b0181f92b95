import type { Tally } from '@hotvote/shared/rating'
import { clsx } from 'clsx'

/** Hot from the left, Not from the right; grows from one split to the next. Decoration: the numbers stand beside it. */
export function SplitBar({ tally, className }: { tally: Tally | undefined; className?: string }) {
  const hasVotes = tally !== undefined && tally.totalVotes > 0
  const isSplit = hasVotes && tally.hotPercentage > 0 && tally.notPercentage > 0
  return (
    <div aria-hidden className={clsx('flex overflow-hidden rounded-full bg-raised', isSplit && 'gap-0.5', className)}>
      {hasVotes && (
        <>
          <div
            className="gradient-hot transition-[width] duration-[420ms]"
            style={{ width: `${tally.hotPercentage}%` }}
          />
          <div className="gradient-not flex-1" />
        </>
      )}
    </div>
  )
}
