import { EMAIL_NOT_VALID } from '@hotvote/shared/email-address'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import { type EmailCheck, useEmailEntry } from '../../lib/session/email-entry.ts'
import { Button } from './button.tsx'
import { CodeField } from './field.tsx'

type Props = {
  action: string
  pendingAction?: string
  isPending: boolean
  /** Receives the validated address, trimmed and in lowercase. */
  onSend: (address: string) => void
  hint?: ReactNode
  initial?: string
  /** True to focus the field: in dialogs, or if the form replaces the focused element. */
  takesFocus: boolean
  children?: ReactNode
}

/** Form for an email address. Unmount the form to clear its input (`visitor.md §4`). */
export function EmailForm({
  action,
  pendingAction = 'Sending...',
  isPending,
  onSend,
  hint,
  initial = '',
  takesFocus,
  children,
}: Props) {
  const { field, check, confirm } = useEmailEntry('', initial)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  const submit = async () => {
    if (isPending) return
    const address = await confirm()
    if (address === undefined) input.current?.focus()
    else onSend(address)
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
      className="mt-4 flex flex-col gap-4"
    >
      <EmailField {...field} ref={input} hint={hint} readOnly={isPending} />
      {children}
      {/* Use `aria-disabled`, because a natively disabled button would lose focus on submit. */}
      <Button type="submit" variant="primary" aria-disabled={isPending || check.status !== 'valid'}>
        {isPending ? pendingAction : action}
      </Button>
    </form>
  )
}

type FieldProps = {
  value: string
  onChange: (typed: string) => void
  check: EmailCheck
  error?: string | undefined
  /** Shown while there is no message about the address. */
  hint?: ReactNode
  isOptional?: boolean
  readOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Email field that validates while typing (`visitor.md §5`). Pass the `field` of `useEmailEntry`. */
export function EmailField({ check, error, onChange, hint, ref, ...rest }: FieldProps) {
  const frame = useRef<HTMLDivElement>(null)
  const problem = error ?? describeProblem(check)
  const accept = (address: string) => {
    onChange(address)
    // Focus the field, because the clicked button is about to disappear.
    frame.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={frame}>
      <CodeField
        {...rest}
        {...(ref && { ref })}
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        placeholder="you@example.com"
        onChange={(event) => onChange(event.target.value)}
        error={problem}
        hint={
          problem === undefined && (
            <span aria-live="polite" className="block min-h-5">
              <Status check={check} hint={hint} />
            </span>
          )
        }
      />
      <Offers check={check} onAccept={accept} />
    </div>
  )
}

/** Server messages that give no reason. */
const VAGUE = [EMAIL_NOT_VALID, 'Invalid email address']

/** Builds the error message, adding the server's reason unless it is vague (`visitor.md §5`). */
function describeProblem({ status, error, retry }: EmailCheck) {
  if (status !== 'invalid') return undefined
  // The check could not be completed, so the address may still be valid.
  if (retry) return error
  const asks = 'Please check your email address'
  return error === undefined || VAGUE.includes(error) ? asks : `${asks}: ${error}`
}

const line = 'flex items-start gap-1.5'
const icon = 'mt-0.5 size-4 shrink-0'

function Status({ check, hint }: { check: EmailCheck; hint: ReactNode }) {
  switch (check.status) {
    case 'empty':
      return hint
    case 'validating':
      return (
        <span className={line}>
          <LoaderCircle aria-hidden className={`${icon} animate-spin`} /> Checking your email address…
        </span>
      )
    case 'valid':
      return (
        <span className={`${line} text-ok-ink`}>
          <CircleCheck aria-hidden className={icon} /> Email looks good!
        </span>
      )
    case 'invalid':
      return null
  }
}

const offer =
  'min-h-11 rounded-control text-start font-semibold wrap-anywhere text-not-ink underline underline-offset-4'

function Offers({ check, onAccept }: { check: EmailCheck; onAccept: (address: string) => void }) {
  const { suggestion, retry } = check
  return (
    <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-1.5 text-sm">
      {suggestion && (
        <>
          Did you mean
          <button type="button" className={offer} onClick={() => onAccept(suggestion)}>
            {suggestion}
          </button>
        </>
      )}
      {retry && (
        <button type="button" className={offer} onClick={retry}>
          Check again
        </button>
      )}
    </p>
  )
}
