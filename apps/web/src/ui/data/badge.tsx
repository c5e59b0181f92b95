import { counted } from '@hotvote/shared/counted'
import { REPEAT_INFRINGER_FROM } from '@hotvote/shared/limits'
import type { TakedownStatus } from '@hotvote/shared/operator/takedown-review'
import { clsx } from 'clsx'
import { CircleCheck, CircleX, Clock, Eye } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { useNow } from '../../lib/browser/hooks.ts'
import { formatAge, formatDue } from '../../lib/operator/due.ts'

export const tones = {
  neutral: 'text-mute',
  info: 'text-not-ink',
  ok: 'text-ok-ink',
  warn: 'text-warn-ink',
  danger: 'text-danger-ink',
} as const
export type Tone = keyof typeof tones

/** Text color with enough contrast in both themes. */
const HUED = 'text-[light-dark(oklch(45%_0.13_var(--hue)),oklch(80%_0.1_var(--hue)))]'

type Props = {
  tone?: Tone
  /** Hue in degrees, for use if there are more groups than tones. */
  hue?: number | undefined
  children: ReactNode
  className?: string
}

/** The text must convey the meaning, because not everyone can see the color. */
export function Badge({ tone = 'neutral', hue, children, className }: Props) {
  return (
    <span
      style={hue === undefined ? undefined : ({ '--hue': hue } as CSSProperties)}
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full bg-raised px-2.5 py-0.5 text-[13px] font-semibold whitespace-nowrap',
        hue === undefined ? tones[tone] : HUED,
        className,
      )}
    >
      <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />
      {children}
    </span>
  )
}

export const statusLooks = {
  pending: { name: 'Pending', icon: Clock, tone: 'warn' },
  reviewed: { name: 'Reviewed', icon: Eye, tone: 'info' },
  resolved: { name: 'Resolved', icon: CircleCheck, tone: 'ok' },
  rejected: { name: 'Rejected', icon: CircleX, tone: 'danger' },
} as const

export const StatusBadge = ({ status }: { status: TakedownStatus }) => (
  <Badge tone={statusLooks[status].tone}>{status}</Badge>
)

/** Number of a user's items that were taken down. Renders nothing if there are none. */
export function TakenDown({ items }: { items: number }) {
  if (items === 0) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="text-mute">{counted(items, 'item')} taken down</span>
      {items >= REPEAT_INFRINGER_FROM && <Badge tone="danger">Repeat infringer</Badge>}
    </span>
  )
}

/** Age of an open request. Renders nothing after the decision. */
export function Age({ openedAt }: { openedAt: string | null }) {
  const now = useNow()
  return openedAt === null ? null : <span className="whitespace-nowrap"> · {formatAge(openedAt, now)} old</span>
}

export function Due({ dueAt }: { dueAt: string | null }) {
  const now = useNow()
  if (dueAt === null) return null
  const { text, isOverdue, isSoon } = formatDue(dueAt, now)
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
