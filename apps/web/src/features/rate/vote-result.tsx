import { counted } from '@hotvote/shared/counted'
import type { Tally } from '@hotvote/shared/rating'
import { stagePicture } from '@hotvote/shared/stage-picture'
import { Flame, Snowflake, Video } from 'lucide-react'
import { type Reach, useReach } from '../../lib/net/reachability.ts'
import { useDisplayedVotes } from '../../lib/visitor/vote-multiplier.ts'
import { SplitBar } from '../../ui/split-bar.tsx'
import { useCountUp } from './count-up.ts'
import { mediaKind } from './media-kind.ts'
import type { LastVote } from './rating-state.ts'
import { UndoButton } from './undo-button.tsx'
import { sideOf } from './wording.ts'

/** The chip with the latest vote and what became of it. While that may be taken back, a tap anywhere on it does so. */
export function VoteResult({ item, isHot, isCounted, after, onUndo }: LastVote & { onUndo: (() => void) | undefined }) {
  const Icon = isHot ? Flame : Snowflake
  return (
    <div className="relative flex max-w-full animate-appear items-center gap-3 rounded-card border border-line bg-panel p-2 pr-4 has-[button:hover]:bg-raised md:gap-2 md:rounded-full md:p-0.75 md:pr-4">
      {/* The file that was on the stage is there without a network, too. */}
      <Thumb picture={mediaKind(item.mimeType) === 'image' ? stagePicture(item) : null} />
      <div className="flex min-w-0 flex-col gap-x-3 max-md:leading-5 md:flex-row md:items-center">
        <div className="flex items-center justify-between gap-3 md:contents">
          <p className="flex items-center gap-1 font-semibold whitespace-nowrap text-text">
            <Icon aria-hidden className={`size-4 ${isHot ? 'text-hot-ink' : 'text-not-ink'}`} />
            <span>
              <span className="md:max-lg:sr-only">You voted</span> {isHot ? 'Hot' : 'Not'}
            </span>
          </p>
          <UndoButton
            onUndo={onUndo}
            className="after:absolute after:inset-0 after:rounded-card md:order-last md:after:rounded-full"
          />
        </div>
        <div className="flex items-center gap-3 md:-ml-2">
          {/* As wide as it may become: nothing moves away from under a thumb. */}
          <p className="order-last min-w-22 leading-4.5 whitespace-nowrap text-text max-md:text-right md:order-none">
            {after && <span className="animate-appear">{sideOf(isHot, after)}</span>}
          </p>
          <SplitBar tally={after ?? item} className="h-1.5 max-md:flex-1 md:max-lg:hidden lg:w-20" />
        </div>
        <p className="min-w-44 truncate max-[359px]:text-xs">
          <Outcome item={item} isCounted={isCounted} after={after} />
        </p>
      </div>
    </div>
  )
}

const Numbers = ({ hotPercentage, notPercentage, totalVotes }: Tally) =>
  `${hotPercentage}% hot · ${notPercentage}% not · ${counted(useDisplayedVotes()(totalVotes), 'vote')}`

const PENDING: Record<Reach, string> = {
  there: 'Counting your vote…',
  offline: 'Sent once you are back online',
  away: "Sent as soon as we're back",
}

/** While its answer is on the way, and where that got lost: the numbers from before the vote would be wrong. */
function Outcome({ item, isCounted, after }: Pick<LastVote, 'item' | 'isCounted' | 'after'>) {
  const counting = useCountUp(item, after)
  const reach = useReach()
  if (counting) return <Numbers {...counting} />
  if (isCounted) return 'Your vote is counted.'
  return PENDING[reach]
}

function Thumb({ picture }: { picture: ReturnType<typeof stagePicture> | null }) {
  const size = 'size-15 shrink-0 rounded-control md:size-7 md:rounded-full'
  if (picture) return <img {...picture} alt="" className={`${size} object-cover`} />
  return (
    <span className={`${size} grid place-items-center bg-raised`}>
      <Video aria-hidden className="size-4" />
    </span>
  )
}
