import { clsx } from 'clsx'
import { initials } from '../../lib/browser/format.ts'

/** Decorative: the username is always available as text. */
export function Avatar({ username, className }: { username: string | undefined; className?: string }) {
  return (
    <span
      aria-hidden
      className={clsx(
        'gradient-avatar grid size-9 shrink-0 place-items-center rounded-full text-[13px] font-bold text-white',
        className,
      )}
    >
      {initials(username)}
    </span>
  )
}
