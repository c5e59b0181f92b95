import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'

type Props = { label?: string /** Beside text. */; isSmall?: boolean; className?: string }

/** Something is on its way; `label` says what to those who do not see it turn. */
export function Spinner({ label = 'Loading…', isSmall = false, className }: Props) {
  return (
    <span role="status" className={clsx('inline-flex', className)}>
      <LoaderCircle aria-hidden className={clsx('animate-spin text-mute', isSmall ? 'size-5' : 'size-7')} />
      <span className="sr-only">{label}</span>
    </span>
  )
}
