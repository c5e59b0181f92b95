import { EMAIL_NOT_VALID } from '@hotvote/shared/email-texts'
import { clsx } from 'clsx'
import { CircleCheck, LoaderCircle } from 'lucide-react'
import { type ReactNode, type Ref, useRef } from 'react'
import type { EmailCheck } from '../lib/visitor/email-check.ts'
import { TextField } from './field.tsx'

type Props = {
  value: string
  onChange: (typed: string) => void
  check: EmailCheck
  error?: string | undefined
  /** Said while there is nothing to say about the address. */
  hint?: ReactNode
  isOptional?: boolean
  readOnly?: boolean
  ref?: Ref<HTMLInputElement>
}

/** An address and what is known of it, told as it becomes known (`visitor.md §5`): takes `field` of `useEmailEntry`. */
export function EmailField({ check, error, onChange, hint, ref, ...rest }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const problem = error ?? problemOf(check)
  const accept = (address: string) => {
    onChange(address)
    // The button that was pressed goes away with its question.
    frame.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={frame}>
      <TextField
        {...rest}
        {...(ref && { ref })}
        label="Email address"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="you@example.com"
        onChange={(event) => onChange(event.target.value)}
        error={problem}
        hint={
          <span aria-live="polite" className={clsx('block', problem === undefined && 'min-h-5')}>
            {problem === undefined && <Status check={check} hint={hint} />}
          </span>
        }
      />
      <Offers check={check} onAccept={accept} />
    </div>
  )
}

/** Reasons that say no more than that the address is not good. */
const VAGUE = [EMAIL_NOT_VALID, 'Invalid email address']

/** One message: that the address is not good, with the reason where there is one (`visitor.md §5`). */
function problemOf({ status, error, retry }: EmailCheck) {
  if (status !== 'invalid') return undefined
  // Nothing is known of the address then.
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

/** What the visitor may do about an address that is not quite right. */
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
