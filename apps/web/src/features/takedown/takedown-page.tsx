import { LoaderCircle, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { siteName } from '../../lib/session/brand.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ComplainantFields, LegalFields, WorkFields } from './takedown-fields.tsx'
import { TakedownSubmitted } from './takedown-submitted.tsx'
import { useTakedownForm } from './use-takedown-form.ts'

/** Takedown form; needs no account (`visitor.md §2`, `§6`). */
export function TakedownPage() {
  const submitButton = useRef<HTMLButtonElement>(null)
  const { field, isPending, isSuccess, submit } = useTakedownForm(submitButton)
  return (
    <>
      <title>{`DMCA Takedown · ${siteName}`}</title>
      {isSuccess ? (
        <TakedownSubmitted />
      ) : (
        // The bottom padding keeps toasts off the button.
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 p-4 md:gap-5 md:p-8 md:pb-28">
          <Introduction />
          <form noValidate onSubmit={submit} className="flex flex-col gap-4 md:gap-5">
            {/* The button stays outside, because a disabled button loses the focus. */}
            <fieldset disabled={isPending} className="flex min-w-0 flex-col gap-4 md:gap-5">
              <ComplainantFields field={field} />
              <WorkFields field={field} />
              <LegalFields field={field} />
            </fieldset>
            <Button
              ref={submitButton}
              type="submit"
              variant="primary"
              size="large"
              className="sm:self-start"
              isBusy={isPending}
            >
              {isPending && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
              {isPending ? 'Submitting...' : 'Submit DMCA Takedown'}
            </Button>
          </form>
        </div>
      )}
    </>
  )
}

const Introduction = () => (
  <>
    <header>
      <h1 className="text-2xl md:text-3xl">DMCA Takedown Request</h1>
      <p className="mt-1 text-pretty text-mute">
        If something on this site infringes your copyright, tell us with this form. No account needed.
      </p>
    </header>
    <p className="flex gap-3 rounded-card border border-warn-ink bg-panel p-4">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn-ink" />
      <span className="text-pretty">
        <strong className="text-warn-ink">This form is for legitimate claims only.</strong> False claims may have legal
        consequences.
      </span>
    </p>
  </>
)
