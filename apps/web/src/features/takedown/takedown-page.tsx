import { CircleCheck, LoaderCircle, TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { siteName } from '../../lib/session/brand.ts'
import { paths } from '../../lib/session/paths.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextArea, TextField } from '../../ui/forms/field.tsx'
import { Message } from './message.tsx'
import { type TakedownForm, useTakedownForm } from './use-takedown-form.ts'

/** Confirmation that replaces the form (`visitor.md §2`). */
function TakedownSubmitted() {
  return (
    <Message icon={CircleCheck} title="DMCA Takedown Submitted">
      <p className="mt-3 text-pretty text-mute">
        Your request has received a reference number and will be reviewed within 24-48 hours. You will get an email
        confirmation once the review is complete.
      </p>
      <ButtonLink href={paths.rate} variant="primary" className="mt-6 max-sm:w-full">
        Return to Home
      </ButtonLink>
    </Message>
  )
}

type Fields = Pick<TakedownForm, 'field'>

function ComplainantFields({ field }: Fields) {
  return (
    <Section title="Complainant Information">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField label="Full Name" autoComplete="name" required {...field('complainantName')} />
        <TextField label="Email Address" type="email" autoComplete="email" required {...field('complainantEmail')} />
        <TextField label="Phone Number" type="tel" autoComplete="tel" isOptional {...field('complainantPhone')} />
        <TextField label="Copyright Owner" hint="If different from complainant" required {...field('copyrightOwner')} />
      </div>
      <TextArea
        label="Address"
        autoComplete="street-address"
        rows={2}
        className="min-h-20"
        isOptional
        {...field('complainantAddress')}
      />
    </Section>
  )
}

function WorkFields({ field }: Fields) {
  return (
    <Section title="Copyright Work Information">
      <TextArea
        label="Work Description"
        hint="What the work is, and where the original can be seen"
        required
        {...field('workDescription')}
      />
      <TextArea
        label="Infringement Description"
        hint="What infringes it and how"
        required
        {...field('infringementDescription')}
      />
      <TextArea
        label="Infringing URLs"
        hint="One per line"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        {...field('infringingUrls')}
      />
    </Section>
  )
}

function LegalFields({ field }: Fields) {
  return (
    <Section title="Legal Statements">
      <div className="flex flex-col gap-1">
        <Checkbox
          label="I have a good faith belief that the use of the material is not authorized by the copyright owner, its agent or the law."
          required
          {...field('goodFaithStatement')}
        />
        <Checkbox
          label="I swear, under penalty of perjury, that the information in this request is accurate, and that I am the owner, or authorized to act on behalf of the owner, of an exclusive right that is allegedly infringed."
          required
          {...field('accuracyStatement')}
        />
      </div>
      <TextField
        label="Electronic Signature"
        hint="Type your full name"
        autoComplete="off"
        required
        {...field('electronicSignature')}
      />
    </Section>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="min-w-0 rounded-card border border-line bg-panel p-5 sm:p-6">
    {/* `float` moves the legend off the border, so it looks like a card's heading. */}
    <legend className="float-left mb-5 w-full text-lg leading-tight font-bold tracking-tight">{title}</legend>
    <div className="clear-both flex flex-col gap-5">{children}</div>
  </fieldset>
)

/** Takedown form, which needs no account (`visitor.md §2`, `§6`). */
export function TakedownPage() {
  const submitButton = useRef<HTMLButtonElement>(null)
  const { field, isPending, isSuccess, submit } = useTakedownForm(submitButton)
  return (
    // The bottom padding keeps toasts from covering the button.
    <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 p-4 md:gap-5 md:p-8 md:pb-28">
      <title>{`DMCA Takedown · ${siteName}`}</title>
      {isSuccess ? (
        <TakedownSubmitted />
      ) : (
        <>
          <Introduction />
          <form noValidate onSubmit={submit} className="flex flex-col gap-4 md:gap-5">
            {/* The button is outside the fieldset, because a disabled button would lose the focus. */}
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
        </>
      )}
    </div>
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
