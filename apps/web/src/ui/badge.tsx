import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'text-mute',
  info: 'text-not-ink',
  ok: 'text-ok-ink',
  warn: 'text-warn-ink',
  danger: 'text-danger-ink',
} as const
export type Tone = keyof typeof tones

/** A state in a word; the colour only repeats it. */
export function Badge({
  tone = 'neutral',
  children,
  className,
}: {
  tone?: Tone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full bg-raised px-2.5 py-0.5 text-[13px] font-semibold whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {children}
    </span>
  )
}
