import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { type ReactNode, useId } from 'react'
import { useWantedPart } from '../../lib/browser/wanted-part.ts'

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

type HeadingProps = ComponentProps<'h2'> & {
  name: string
  as?: 'h2' | 'h3'
}

/** The heading of a part of a screen, to which the menu of everything leads by its name; `children` follow that. */
export const PartHeading = ({ name, as: Heading = 'h2', className, children, ...rest }: HeadingProps) => (
  <Heading
    ref={useWantedPart(name)}
    tabIndex={-1}
    // Below the header of a phone; in a card, with the edge of the card.
    className={clsx('w-fit scroll-mt-22 rounded-sm lg:scroll-mt-8', className)}
    {...rest}
  >
    {name}
    {children}
  </Heading>
)
