import { clsx } from 'clsx'
import { LoaderCircle } from 'lucide-react'

/** Something is on its way; `label` says what to those who do not see it turn. */
export function Spinner({ label = 'Loading…', className }: { label?: string; className?: string }) {
  return (
    <span role="status" className={clsx('inline-flex', className)}>
      <LoaderCircle aria-hidden className="size-7 animate-spin text-mute" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
