import { clsx } from 'clsx'
import { useNow } from '../../lib/browser/hooks.ts'
import { ageOf, dueOf } from '../../lib/operator/due.ts'

/** How long an open request waits, behind another fact; nothing of a decided one. */
export function Age({ openedAt }: { openedAt: string | null }) {
  const now = useNow()
  return openedAt === null ? null : <span className="whitespace-nowrap"> · {ageOf(openedAt, now)} old</span>
}

/** What is left of the time that was promised. */
export function Due({ dueAt }: { dueAt: string | null }) {
  const now = useNow()
  if (dueAt === null) return null
  const { text, isOverdue, isSoon } = dueOf(dueAt, now)
  return (
    <span
      className={clsx(
        'shrink-0 text-sm font-semibold whitespace-nowrap',
        isOverdue ? 'text-danger-ink' : isSoon ? 'text-warn-ink' : 'text-mute',
      )}
    >
      {text}
    </span>
  )
}
