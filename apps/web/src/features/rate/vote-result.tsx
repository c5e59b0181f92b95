import { counted } from '@hotvote/shared/counted'
import type { Tally } from '@hotvote/shared/rating'
import { stagePicture } from '@hotvote/shared/stage-picture'
import { Flame, Snowflake, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { wantsStillness } from '../../lib/browser/device.ts'
import { type Reach, useReach } from '../../lib/net/reachability.ts'
import { useDisplayedVotes } from '../../lib/visitor/vote-multiplier.ts'
import { SplitBar } from '../../ui/data/split-bar.tsx'
import { compareVote, mediaKind } from './item.ts'
import type { LastVote } from './rating-state.ts'
import { UndoButton } from './undo-button.tsx'

/** The chip with the latest vote and what became of it. While that may be taken back, a tap anywhere on it does so. */
export function VoteResult({ item, isHot, isCounted, after, onUndo }: LastVote & { onUndo: (() => void) | undefined }) {
  const Icon = isHot ? Flame : Snowflake
  return (
    <div className="relative flex max-w-full animate-appear items-center gap-2 rounded-control border border-line bg-panel p-0.75 pr-3 has-[button:hover]:bg-raised md:rounded-full md:pr-4">
      {/* The file that was on the stage is there without a network, too. */}
      <Thumb picture={mediaKind(item.mimeType) === 'image' ? stagePicture(item) : null} />
      <div className="flex min-w-0 flex-col gap-x-3 max-md:text-[13px] max-md:leading-4.5 md:flex-row md:items-center">
        <div className="flex items-center gap-2 md:contents">
          <p className="flex items-center gap-1 font-semibold whitespace-nowrap text-text">
            <Icon aria-hidden className={`size-4 ${isHot ? 'text-hot-ink' : 'text-not-ink'}`} />
            <span>
              <span className="max-[359px]:sr-only md:max-lg:sr-only">You voted</span> {isHot ? 'Hot' : 'Not'}
            </span>
          </p>
          {/* As wide as it may become: nothing moves away from under a thumb. */}
          <p className="min-w-20 max-[259px]:min-w-0 leading-4.5 whitespace-nowrap text-text md:-ml-2 md:min-w-22">
            {after && <span className="animate-appear">{compareVote(isHot, after)}</span>}
          </p>
          <SplitBar
            tally={after ?? item}
            className="h-1.5 max-md:absolute max-md:inset-x-3 max-md:-bottom-px max-md:h-0.75 md:max-lg:hidden lg:w-20"
          />
          <UndoButton
            onUndo={onUndo}
            className="after:absolute after:inset-0 after:rounded-control max-md:ml-auto md:order-last md:after:rounded-full"
          />
        </div>
        <p className="min-w-44 truncate max-[359px]:text-xs max-[259px]:min-w-0">
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
  const size = 'size-9 shrink-0 rounded-[9px] md:size-7 md:rounded-full'
  if (picture) return <img {...picture} alt="" className={`${size} object-cover`} />
  return (
    <span className={`${size} grid place-items-center bg-raised`}>
      <Video aria-hidden className="size-4" />
    </span>
  )
}

const COUNT_UP_MS = 500

const easeOut = (done: number) => 1 - (1 - done) ** 3

/** The tally shown at `done` (0 to 1) of the count from one to the other. */
export function tallyBetween(before: Tally, after: Tally, done: number): Tally {
  if (done >= 1) return after
  const between = (from: number, to: number) => Math.round(from + (to - from) * easeOut(done))
  const hotPercentage = between(before.hotPercentage, after.hotPercentage)
  return {
    totalVotes: between(before.totalVotes, after.totalVotes),
    hotPercentage,
    // Both add up to 100 on the way, except from no votes, where both begin at 0.
    notPercentage: before.totalVotes > 0 ? 100 - hotPercentage : between(0, after.notPercentage),
  }
}

/** Counts from `before` to `after`; at once with reduced motion, or if `after` was known from the start. */
function useCountUp(before: Tally, after: Tally | null) {
  const [isStill] = useState(() => after !== null || wantsStillness())
  const [done, setDone] = useState(0)
  const counts = after !== null && !isStill
  useEffect(() => {
    if (!counts) return
    let frame = 0
    let startedAt: number | undefined
    const step = (now: number) => {
      startedAt ??= now
      const part = (now - startedAt) / COUNT_UP_MS
      setDone(part)
      if (part < 1) frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [counts])
  return counts ? tallyBetween(before, after, done) : after
}
