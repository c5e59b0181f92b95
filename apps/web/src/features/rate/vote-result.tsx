import { counted } from '@hotvote/shared/counted'
import { stagePicture } from '@hotvote/shared/stage-picture'
import type { Tally } from '@hotvote/shared/visitor/rating'
import { Ban, Flame, MailWarning, Snowflake, Undo2, Video } from 'lucide-react'
import { Link } from 'wouter'
import { type Reach, useReach } from '../../lib/api/reachability.ts'
import { paths } from '../../lib/session/paths.ts'
import { useDisplayedVotes } from '../../lib/session/vote-multiplier.ts'
import { SplitBar } from '../../ui/data/split-bar.tsx'
import { compareVote, mediaKind } from './item.ts'
import type { Block, LastVote } from './rating-state.ts'

/** A tap anywhere on the chip undoes the vote. */
export function VoteResult({ item, isHot, isCounted, after, onUndo }: LastVote & { onUndo: (() => void) | undefined }) {
  const Icon = isHot ? Flame : Snowflake
  return (
    <div className="relative flex max-w-full animate-appear items-center gap-2 rounded-control border border-line bg-panel p-0.75 pr-3 has-[button:hover]:bg-raised md:rounded-full md:pr-4">
      {/* Uses the stage's file, which is cached and therefore works offline. */}
      <Thumb picture={mediaKind(item.mimeType) === 'image' ? stagePicture(item) : null} />
      <div className="flex min-w-0 flex-col gap-x-3 max-md:text-[13px] max-md:leading-4.5 md:flex-row md:items-center">
        <div className="flex items-center gap-2 md:contents">
          <p className="flex items-center gap-1 font-semibold whitespace-nowrap text-text">
            <Icon aria-hidden className={`size-4 ${isHot ? 'text-hot-ink' : 'text-not-ink'}`} />
            <span>
              <span className="max-[359px]:sr-only md:max-lg:sr-only">You voted</span> {isHot ? 'Hot' : 'Not'}
            </span>
          </p>
          {/* Has a fixed width, so buttons never move under the finger. */}
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
          <Outcome isCounted={isCounted} after={after} />
        </p>
      </div>
    </div>
  )
}

const Numbers = ({ hotPercentage, notPercentage, totalVotes }: Tally) =>
  `${hotPercentage}% hot · ${notPercentage}% not · ${counted(useDisplayedVotes()(totalVotes), 'vote')}`

const PENDING: Record<Reach, string> = {
  there: 'Counting your vote…',
  offline: "Will be sent when you're back online",
  away: "Will be sent as soon as we're back",
}

/** Shows no numbers before the vote is counted, because they would be outdated. */
function Outcome({ isCounted, after }: Pick<LastVote, 'isCounted' | 'after'>) {
  const reach = useReach()
  if (after) return <Numbers {...after} />
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

type UndoProps = { onUndo: (() => void) | undefined; className: string }

/** Hidden but not removed after the undo period, to keep the layout. */
function UndoButton({ onUndo, className }: UndoProps) {
  const look = `flex items-center rounded-control gap-1.5 font-semibold whitespace-nowrap text-text ${className}`
  if (!onUndo)
    return (
      <span aria-hidden className={`${look} invisible`}>
        <Label />
      </span>
    )
  return (
    // A double click must undo only one vote.
    <button type="button" onClick={({ detail }) => detail < 2 && onUndo()} className={look}>
      <Label />
    </button>
  )
}

const Label = () => (
  <>
    <Undo2 aria-hidden className="size-4 max-[259px]:hidden md:max-lg:hidden" />
    <span>
      <span className="underline underline-offset-4">Undo</span>
      <span className="sr-only"> vote</span>
    </span>
    <kbd
      aria-hidden
      className="hidden rounded-md border border-edge px-1.5 font-sans text-xs leading-5 pointer-fine:lg:inline"
    >
      Z
    </kbd>
  </>
)

type NoticeProps = { id: string; block: Block; onUndo: (() => void) | undefined }

/** Explains why voting is off (`visitor.md §2`), in place of the last result. */
export function BlockedNotice({ id, block, onUndo }: NoticeProps) {
  return (
    <div className="rate-result flex w-full items-center px-4 md:-my-1 md:w-auto md:px-0">
      <div className="flex w-full animate-appear items-center gap-3 rounded-card border border-warn-ink bg-warn px-4 py-2 md:min-h-11 md:rounded-full md:py-0">
        <div id={id} role="status" className="flex min-w-0 flex-1 items-center gap-3">
          {block === 'email' ? (
            <MailWarning aria-hidden className="size-5 shrink-0 text-warn-ink" />
          ) : (
            <Ban aria-hidden className="size-5 shrink-0 text-warn-ink" />
          )}
          {block === 'email' ? <EmailAwaited /> : <Closed text={block.text} />}
        </div>
        {onUndo && <UndoButton onUndo={onUndo} className="min-h-11" />}
      </div>
    </div>
  )
}

const EmailAwaited = () => (
  <div className="flex min-w-0 flex-col gap-x-2.5 md:flex-row md:items-center md:whitespace-nowrap md:max-lg:text-sm">
    <p className="font-semibold text-warn-ink">Email Required to Continue</p>
    <p>
      <Link
        href={paths.profile}
        className="inline-flex min-h-11 items-center rounded-control underline underline-offset-4"
      >
        Add your email on the profile page
      </Link>
    </p>
  </div>
)

const Closed = ({ text }: { text: string }) => (
  <p className="py-1">
    <span className="font-semibold text-warn-ink">You can't vote.</span> {text}
  </p>
)
