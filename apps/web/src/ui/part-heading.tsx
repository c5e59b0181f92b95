import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { useWantedPart } from '../lib/browser/wanted-part.ts'

type Props = ComponentProps<'h2'> & {
  name: string
  as?: 'h2' | 'h3'
}

/** The heading of a part of a screen, to which the menu of everything leads by its name; `children` follow that. */
export const PartHeading = ({ name, as: Heading = 'h2', className, children, ...rest }: Props) => (
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
