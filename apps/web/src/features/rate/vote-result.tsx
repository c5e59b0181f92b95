import { counted } from '@hotvote/shared/counted'
import type { Tally } from '@hotvote/shared/rating'
import { Flame, Snowflake, Video } from 'lucide-react'
import { useOnline } from '../../lib/net/online.ts'
import { useDisplayedVotes } from '../../lib/visitor/vote-multiplier.ts'
import { SplitBar } from '../../ui/split-bar.tsx'
import { mediaKind } from './media-kind.ts'
import type { LastVote } from './rating-state.ts'

/** The chip with the latest vote and what became of it. */
export function VoteResult({ item, isHot, isCounted, after }: LastVote) {
  const Icon = isHot ? Flame : Snowflake
  return (
    <div className="flex max-w-full animate-appear items-center gap-3 rounded-card border border-line bg-panel p-2 pr-4 md:gap-2 md:rounded-full md:p-0.75 md:pr-4">
      {/* The file that was on the stage is there without a network, too. */}
      <Thumb url={mediaKind(item.mimeType) === 'image' ? item.displayUrl : item.thumbnailUrl} />
      <div className="flex min-w-0 flex-col gap-x-3 gap-y-1.5 md:flex-row md:items-center">
        <p className="flex items-center gap-1 font-semibold whitespace-nowrap text-text">
          <Icon aria-hidden className={`size-4 ${isHot ? 'text-hot-ink' : 'text-not-ink'}`} />
          You voted {isHot ? 'Hot' : 'Not'}
        </p>
        <SplitBar tally={after ?? item} className="h-1.5 md:w-10 lg:w-20" />
        <p className="min-w-44 truncate max-[359px]:text-xs">
          {after ? <Numbers {...after} /> : <Outcome isCounted={isCounted} />}
        </p>
      </div>
    </div>
  )
}

const Numbers = ({ hotPercentage, notPercentage, totalVotes }: Tally) =>
  `${hotPercentage}% hot · ${notPercentage}% not · ${counted(useDisplayedVotes()(totalVotes), 'vote')}`

/** While its answer is on the way, and where that got lost: the numbers from before the vote would be wrong. */
function Outcome({ isCounted }: { isCounted: boolean }) {
  const isConnected = useOnline()
  if (isCounted) return 'Your vote is counted.'
  return isConnected ? 'Counting your vote…' : 'Sent once you are back online'
}

function Thumb({ url }: { url: string | null }) {
  const size = 'size-15 shrink-0 rounded-control md:size-7 md:rounded-full'
  if (url) return <img src={url} alt="" className={`${size} object-cover`} />
  return (
    <span className={`${size} grid place-items-center bg-raised`}>
      <Video aria-hidden className="size-4" />
    </span>
  )
}
