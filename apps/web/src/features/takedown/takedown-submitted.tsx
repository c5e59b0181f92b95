import { CircleCheck } from 'lucide-react'
import { paths } from '../../lib/session/paths.ts'
import { Card } from '../../ui/data/card.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'

const focusHeading = (heading: HTMLElement | null) => {
  heading?.focus({ preventScroll: true })
  if (heading) scrollTo(0, 0)
}

/** Confirmation in place of the form (`visitor.md §2`). */
export function TakedownSubmitted() {
  return (
    <Card className="m-auto w-[min(34rem,calc(100%-2rem))] text-center shadow-soft sm:p-8">
      <CircleCheck aria-hidden className="mx-auto mb-4 size-12 text-ok-ink" />
      <h1 ref={focusHeading} tabIndex={-1} className="text-2xl outline-none">
        DMCA Takedown Submitted
      </h1>
      <p className="mt-3 text-pretty text-mute">
        Your request has received a reference number and will be reviewed within 24-48 hours. You will get an e-mail
        confirmation once the review is complete.
      </p>
      <ButtonLink href={paths.rate} variant="primary" className="mt-6">
        Return to Home
      </ButtonLink>
    </Card>
  )
}
