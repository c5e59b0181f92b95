import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

type Props = {
  title: ReactNode
  /** Of the title. */
  className?: string
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of an operator's screen. */
export function Section({ title, className, actions, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className={clsx('text-lg', className)}>
          {title}
        </h2>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
