import { clsx } from 'clsx'

type Props = {
  /** 0 to 100. */
  value: number
  /** Label for screen readers. */
  label: string
  className?: string
}

export function Progress({ value, label, className }: Props) {
  const percent = Math.round(Math.min(100, Math.max(0, value)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={clsx('h-2 overflow-hidden rounded-full bg-raised', className)}
    >
      <div className="gradient-hot h-full rounded-full transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  )
}
