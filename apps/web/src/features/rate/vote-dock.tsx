import { clsx } from 'clsx'
import { Flame, SkipForward, Snowflake } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = {
  isWaiting: boolean
  /** Id of what says why nothing may be voted on; undefined while voting is open. */
  blockedBy: string | undefined
  skipText: string
  onVote: (isHot: boolean) => void
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
  isOff: boolean
  reason?: string | undefined
  onClick: () => void
  children: ReactNode
}

/** Not `disabled`: the keyboard's focus would be lost with every vote, and the reason could not be read. */
const Pill = ({ className, isOff, reason, onClick, children }: PillProps) => (
  <button
    type="button"
    aria-disabled={isOff}
    aria-describedby={reason}
    onClick={() => !isOff && onClick()}
    className={clsx(
      'flex min-h-14 items-center justify-center gap-2.5 rounded-full font-bold transition aria-disabled:opacity-60',
      'not-aria-disabled:active:scale-97 motion-reduce:active:scale-100',
      className,
    )}
  >
    {children}
  </button>
)

/** Not, skip and Hot: below the stage, on phones in a row of their own where the thumb is. */
export function VoteDock({ isWaiting, blockedBy, skipText, onVote, onSkip }: Props) {
  const isOff = isWaiting || blockedBy !== undefined
  return (
    <fieldset
      aria-label="Your vote"
      className={clsx(
        'fixed inset-x-0 bottom-(--bar-height) z-10 flex items-center gap-2.5 bg-bg px-4 pt-2 pb-3 transition-transform',
        'max-md:group-data-bar-hidden/shell:translate-y-[60px] md:static md:w-full md:max-w-190 md:gap-3.5 md:bg-transparent md:p-0',
      )}
    >
      <Pill
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
        className="min-w-14 border border-line bg-panel px-4 text-mute not-aria-disabled:hover:text-text lg:px-5"
      >
        <SkipForward aria-hidden className="size-5 lg:hidden" />
        <span className="sr-only lg:not-sr-only lg:max-w-64 lg:truncate">{skipText}</span>
        <Key>S</Key>
      </Pill>
      <Pill
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
