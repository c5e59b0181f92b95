import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { store } from '../../lib/browser/store.ts'

type Props = {
  title: string
  /** How many there are, beside the title. */
  total?: string | undefined
  /** Classes of the title. */
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

const wantedPart = store<string | undefined>(undefined)
/** Focuses the heading of this name, now or when its screen is shown. */
export const goToPart = (name: string) => wantedPart.set(name)

type HeadingProps = ComponentProps<'h2'> & {
  name: string
  as?: 'h2' | 'h3'
}

/** The heading of a part of a screen; `children` follow its name. */
export function PartHeading({ name, as: Heading = 'h2', className, children, ...rest }: HeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isWanted = wantedPart.use() === name
  useEffect(() => {
    if (!isWanted || !heading.current) return
    const observer = new ResizeObserver(() => {
      // A screen may hide its parts while it loads.
      if (!heading.current?.getClientRects().length) return
      heading.current.focus()
      heading.current.scrollIntoView()
      wantedPart.set(undefined)
    })
    observer.observe(heading.current)
    return () => observer.disconnect()
  }, [isWanted])
  return (
    <Heading
      ref={heading}
      tabIndex={-1}
      // Below the header of a phone; in a card, with the edge of the card.
      className={clsx('w-fit scroll-mt-22 rounded-sm lg:scroll-mt-8', className)}
      {...rest}
    >
      {name}
      {children}
    </Heading>
  )
}
