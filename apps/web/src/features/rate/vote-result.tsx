import { stagePicture } from '@hotvote/shared/stage-picture'
import { clsx } from 'clsx'
import { Ban, Flame, MailWarning, Snowflake, Undo2, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { type Reach, useReach } from '../../lib/api/reachability.ts'
import { paths } from '../../lib/session/paths.ts'
import { ContactLink } from '../../ui/data/contact-link.tsx'
import { compareVote, mediaKind } from './item.ts'
import type { Block, LastVote } from './rating-state.ts'

/** Milliseconds before the line collapses into its thumbnail. A vote without a result stays longer. */
const FOLDS_AFTER = { counted: 5000, sent: 15_000 }

const PENDING: Record<Reach, string> = {
  there: 'Counting your vote…',
  offline: "Will be sent when you're back online",
  away: "Will be sent as soon as we're back",
}

type Props = {
  vote: LastVote
  /** Undefined after the undo period. */
  onUndo: (() => void) | undefined
  /** True while the voted item stays on the stage with its result, so the line never collapses. */
  isHeld: boolean
}

/** Collapses the line after a few seconds without pointer or focus. The thumbnail expands the line again. */
function useFolding(isCounted: boolean, stays: boolean) {
  const [isOpen, setOpen] = useState(true)
  const [isUsed, setUsed] = useState(false)
  const delay = isCounted ? FOLDS_AFTER.counted : FOLDS_AFTER.sent
  useEffect(() => {
    if (stays || isUsed || !isOpen) return
    const timer = setTimeout(() => setOpen(false), delay)
    return () => clearTimeout(timer)
  }, [delay, stays, isUsed, isOpen])
  return {
    isOpen,
    toggle: () => setOpen(!isOpen),
    uses: {
      onPointerEnter: () => setUsed(true),
      onPointerLeave: () => setUsed(false),
      onFocus: () => setUsed(true),
      onBlur: () => setUsed(false),
    },
  }
}

const bar = 'flex min-w-0 animate-appear items-center rounded-full bg-black/75 text-sm text-white'

/** Shows the last vote in one line at the foot of the picture. */
export function VoteResult({ vote, onUndo, isHeld }: Props) {
  const { isOpen, toggle, uses } = useFolding(vote.after !== null, isHeld)
  return (
    <fieldset aria-label="Last vote" className={clsx(bar, isOpen && 'pr-3.5')} {...uses}>
      {isHeld ? (
        <Thumb vote={vote} />
      ) : (
        <button type="button" aria-expanded={isOpen} aria-label="Last vote" className="rounded-full" onClick={toggle}>
          <Thumb vote={vote} />
        </button>
      )}
      {isOpen && (
        <>
          <p className="mx-2 line-clamp-2 min-w-0 leading-4 text-balance">
            <Outcome vote={vote} isHeld={isHeld} />
          </p>
          {onUndo && <UndoButton onUndo={onUndo} />}
        </>
      )}
    </fieldset>
  )
}

function Thumb({ vote: { item, isHot } }: Pick<Props, 'vote'>) {
  const Icon = isHot ? Flame : Snowflake
  return (
    <span className="relative grid size-11 place-items-center p-1">
      {mediaKind(item.mimeType) === 'image' ? (
        // The stage has already cached this file, so the thumbnail also works offline.
        <img {...stagePicture(item)} sizes="36px" alt="" className="size-9 rounded-full object-cover" />
      ) : (
        <Video aria-hidden className="size-5" />
      )}
      <span
        className={`absolute right-0 bottom-0 grid size-4.5 place-items-center rounded-full ${isHot ? 'gradient-hot' : 'gradient-not'}`}
      >
        <Icon aria-hidden className="size-3" />
      </span>
    </span>
  )
}

function Outcome({ vote: { isHot, isCounted, after }, isHeld }: Pick<Props, 'vote' | 'isHeld'>) {
  const reach = useReach()
  const voted = <b className="font-semibold">{isHot ? 'Hot' : 'Not'}</b>
  if (isHeld) return <>You voted {voted}</>
  if (after)
    return (
      <>
        {voted} · {compareVote(isHot, after)}
      </>
    )
  if (isCounted) return <>{voted} · Your vote is counted.</>
  return PENDING[reach]
}

const UndoButton = ({ onUndo }: { onUndo: () => void }) => (
  // A double click must undo only one vote.
  <button
    type="button"
    onClick={({ detail }) => detail < 2 && onUndo()}
    className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-sm px-1 font-semibold"
  >
    <Undo2 aria-hidden className="size-4 max-[259px]:hidden" />
    <span>
      <span className="underline underline-offset-4">Undo</span>
      <span className="sr-only"> vote</span>
    </span>
  </button>
)

type NoticeProps = { id: string; block: Block; onUndo: (() => void) | undefined }

/** Explains why voting is off (`visitor.md §2`), in place of the last vote. */
export const BlockedNotice = ({ id, block, onUndo }: NoticeProps) => (
  <div className="flex w-full animate-appear items-center gap-3 rounded-card border border-warn-ink bg-warn px-3 py-1 sm:px-4 sm:py-2 text-text lg:mx-auto lg:w-auto lg:rounded-full lg:py-0">
    <div id={id} role="status" className="flex min-w-0 flex-1 items-center gap-3">
      {block === 'email' ? (
        <MailWarning aria-hidden className="size-5 shrink-0 text-warn-ink max-sm:hidden" />
      ) : (
        <Ban aria-hidden className="size-5 shrink-0 text-warn-ink" />
      )}
      {block === 'email' ? <EmailAwaited /> : <Closed text={block.text} />}
    </div>
    {onUndo && <UndoButton onUndo={onUndo} />}
  </div>
)

const EmailAwaited = () => (
  <div className="flex min-w-0 flex-col gap-x-2.5 max-lg:py-2 lg:flex-row lg:items-center">
    <p className="font-semibold text-warn-ink">Email Required to Continue</p>
    <p className="max-lg:-my-2.5">
      <Link
        href={paths.profile}
        state={{ wantsEmail: true }}
        className="inline-flex min-h-11 items-center rounded-control underline underline-offset-4 max-sm:text-sm"
      >
        Add your email on the profile page
      </Link>
    </p>
  </div>
)

const Closed = ({ text }: { text: string }) => (
  <p className="py-1 lg:py-2.5">
    <span className="font-semibold text-warn-ink">You can't vote.</span> {text} <ContactLink />
  </p>
)
