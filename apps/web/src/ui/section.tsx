import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'
import { PartHeading } from './part-heading.tsx'

type Props = {
  title: string
  /** How many there are, beside the title. */
  total?: string | undefined
  /** Of the title. */
  className?: string
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of an operator's screen. */
export function Section({ title, total, className, actions, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PartHeading id={id} name={title} className={clsx('text-lg', className)}>
          {total !== undefined && <span className="font-normal text-mute"> {total}</span>}
        </PartHeading>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
