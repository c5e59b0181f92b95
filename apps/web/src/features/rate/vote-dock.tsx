import { clsx } from 'clsx'
import { Flame, Snowflake } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { afterwards, useFocusHandover } from '../../lib/browser/focus.ts'
import type { LastVote } from './rating-state.ts'
import { onward } from './resting-place.ts'

type Props = {
  className: string
  isWaiting: boolean
  /** The picture is not there yet: nobody can have an opinion. */
  isUnseen: boolean
  lastVote: LastVote | null
  /** Id of what says why nothing may be voted on; undefined while voting is open. */
  blockedBy: string | undefined
  skipText: string
  onVote: (isHot: boolean) => unknown
  onSkip: () => void
}

const Key = ({ children }: { children: string }) => (
  <kbd
    aria-hidden
    className="hidden rounded-md border border-current/40 px-1.5 font-sans text-xs leading-5 font-semibold pointer-fine:lg:inline"
  >
    {children}
  </kbd>
)

type PillProps = {
  className: string
  name?: 'hot' | 'not'
  isOff: boolean
  reason?: string | undefined
  onClick: () => void
  children: ReactNode
}

/** Not `disabled`: the keyboard's focus would be lost with every vote, and the reason could not be read. */
const Pill = ({ className, name, isOff, reason, onClick, children }: PillProps) => (
  <button
    type="button"
    name={name}
    aria-disabled={isOff}
    aria-describedby={reason}
    onClick={() => !isOff && onClick()}
    className={clsx(
      'flex min-h-(--pill-height) items-center justify-center gap-2.5 rounded-full font-bold transition aria-disabled:opacity-60',
      'not-aria-disabled:active:scale-97 motion-reduce:active:scale-100',
      className,
    )}
  >
    {children}
  </button>
)

/** A ring around one button while the other one was voted by key would tell a lie: it goes along. */
function useFollowingFocus(lastVote: LastVote | null) {
  const dock = useRef<HTMLFieldSetElement>(null)
  const id = lastVote?.item.id
  const name = lastVote?.isHot ? 'hot' : 'not'
  useEffect(() => {
    if (id !== undefined && dock.current?.contains(document.activeElement))
      dock.current.querySelector<HTMLElement>(`[name=${name}]`)?.focus()
  }, [id, name])
  return dock
}

/** Not, skip and Hot. */
export function VoteDock({ className, isWaiting, isUnseen, lastVote, blockedBy, skipText, onVote, onSkip }: Props) {
  const isOff = isUnseen || blockedBy !== undefined
  const dock = useFollowingFocus(lastVote)
  useFocusHandover(dock, afterwards(onward))
  return (
    <fieldset ref={dock} aria-label="Your vote" className={clsx('flex items-center gap-2.5', className)}>
      <Pill
        name="not"
        isOff={isOff}
        reason={blockedBy}
        onClick={() => onVote(false)}
        className="gradient-not flex-1 text-lg text-white shadow-[0_10px_24px_-12px_var(--color-not-end)] not-aria-disabled:hover:brightness-110"
      >
        <Snowflake aria-hidden className="size-5.5" />
        Not
        <Key>←</Key>
      </Pill>
      <Pill
        isOff={isWaiting}
        onClick={onSkip}
        className="min-w-14 max-w-[46%] border border-line bg-panel px-3 py-1 text-mute max-[359px]:max-w-[36%] not-aria-disabled:hover:text-text md:px-5"
      >
        <span className="min-w-0 text-[13px] leading-tight text-balance wrap-anywhere md:text-[15px]">{skipText}</span>
        <Key>S</Key>
      </Pill>
      <Pill
        name="hot"
        isOff={isOff}
        reason={blockedBy}
        onClick={() => onVote(true)}
        className="gradient-hot flex-1 text-lg text-white shadow-[0_10px_24px_-12px_var(--color-hot-end)] not-aria-disabled:hover:brightness-110"
      >
        <Flame aria-hidden className="size-5.5" />
        Hot
        <Key>→</Key>
      </Pill>
    </fieldset>
  )
}
