import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'

const tones = {
  neutral: 'text-mute',
  info: 'text-not-ink',
  ok: 'text-ok-ink',
  warn: 'text-warn-ink',
  danger: 'text-danger-ink',
} as const
export type Tone = keyof typeof tones

/** A hue as text on our own surfaces, light and dark. */
const HUED = 'text-[light-dark(oklch(45%_0.13_var(--hue)),oklch(80%_0.1_var(--hue)))]'

type Props = {
  tone?: Tone
  /** Degrees on the colour wheel, where there are more groups than tones. */
  hue?: number | undefined
  children: ReactNode
  className?: string
}

/** A state in a word; the colour only repeats it. */
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
