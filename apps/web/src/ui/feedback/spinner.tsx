import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'

type Props = { label?: string; isSmall?: boolean; className?: string }

/** `label` is for screen readers; `isSmall` fits next to text. */
export function Spinner({ label = 'Loading…', isSmall = false, className }: Props) {
  return (
    <span role="status" className={clsx('inline-flex', className)}>
      <LoaderCircle aria-hidden className={clsx('animate-spin text-mute', isSmall ? 'size-5' : 'size-7')} />
      <span className="sr-only">{label}</span>
    </span>
  )
}
