import { Flame, Snowflake } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '../../lib/format.ts'
import type { LastVote } from './rating-state.ts'
import { SplitBar } from './split-bar.tsx'

/** How the item one has just voted on stands now, while the next one is already on the stage; before that, a hint. */
export function LastResult({ lastVote, hint }: { lastVote: LastVote | null; hint: ReactNode }) {
  return (
    <div className="flex h-10 w-full items-center justify-center px-4 text-sm text-mute md:px-0">
      {lastVote ? <Result key={lastVote.item.id} {...lastVote} /> : hint}
    </div>
  )
}

function Result({ item, isHot, isCounted, after }: LastVote) {
  const Icon = isHot ? Flame : Snowflake
  const tally = after ?? item
  return (
    <div className="flex max-w-full animate-appear items-center gap-2.5 rounded-full border border-line bg-panel py-1 pr-4 pl-1">
      {item.thumbnailUrl ? (
        <img src={item.thumbnailUrl} alt="" className="size-7 rounded-full object-cover" />
      ) : (
        <span className="size-7 rounded-full bg-raised" />
      )}
      <span className="flex items-center gap-1 font-semibold whitespace-nowrap text-text">
        <Icon aria-hidden className={`size-4 ${isHot ? 'text-hot-ink' : 'text-not-ink'}`} />
        You voted {isHot ? 'Hot' : 'Not'}
      </span>
      <SplitBar tally={tally} className="h-1.5 w-16 shrink-0" />
      <span className={`truncate transition-opacity ${isCounted ? '' : 'opacity-60'}`}>
        {tally.hotPercentage}% hot<span className="max-sm:hidden"> · {counted(tally.totalVotes, 'vote')}</span>
      </span>
    </div>
  )
}
