import { clsx } from 'clsx'

/** Returns the two letters of the avatar, or HV if there is no name (`visitor.md §2`). */
export const initials = (username: string | undefined) =>
  ([...(username ?? '')].slice(0, 2).join('') || 'HV').toUpperCase()

/** Avatar of a user. It is decorative, because the username is always available as text. */
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
