import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../ui/data/card.tsx'

/** Moves the focus, because the form that had the focus is gone. */
const focusHeading = (heading: HTMLElement | null) => {
  heading?.focus({ preventScroll: true })
  if (heading) scrollTo(0, 0)
}

type Props = { icon: LucideIcon; iconClassName?: string; title: string; children: ReactNode }

/** Message that replaces a form. */
export const Message = ({ icon: Icon, iconClassName = 'text-ok-ink', title, children }: Props) => (
  <Card className="m-auto w-full max-w-[34rem] text-center shadow-soft sm:p-8">
    <Icon aria-hidden className={`mx-auto mb-4 size-12 ${iconClassName}`} />
    <h1 ref={focusHeading} tabIndex={-1} className="text-2xl outline-none">
      {title}
    </h1>
    {children}
  </Card>
)
