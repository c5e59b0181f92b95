import { LINK_MINUTES } from '@hotvote/shared/limits'
import { MailCheck, ShieldCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useWaitingEmail } from '../../lib/session/magic-link.ts'
import { noteLinkSent } from '../../lib/session/stored-session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { EmailForm } from '../../ui/forms/email-form.tsx'

/** Explains why there is no password (`visitor.md §2`). */
export function SecureAccess() {
  return (
    <div className="order-1 flex items-start gap-3 rounded-control bg-raised p-4">
      <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-ok-ink" />
      <div>
        <p className="font-semibold">Secure Account Access</p>
        <p className="mt-0.5 text-sm text-mute">No passwords needed: just click the link in the email we send you.</p>
      </div>
    </div>
  )
}

/** Seconds before a visitor may request another link. */
const RESEND_AFTER_S = 30

type CheckInboxProps = {
  address: string
  /** Text that explains what clicking the link does, unless the address may be unknown. */
  outcome?: string | undefined
  isPending: boolean
  onResend: (address: string, onSent: () => void) => void
  onChangeAddress: () => void
  /** True if this form sent the request and therefore had the focus. */
  takesFocus: boolean
}

function CheckInbox({ address, outcome, isPending, onResend, onChangeAddress, takesFocus }: CheckInboxProps) {
  const { left, restart } = useCountdown(RESEND_AFTER_S)
  const isWaiting = isPending || left > 0
  return (
    <div className="mt-4">
      <div className="flex items-start gap-4 rounded-control bg-raised p-4">
        <MailCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-ok-ink" />
        <div className="min-w-0">
          <h3 ref={takesFocus ? focusHeading : undefined} tabIndex={-1} className="font-semibold outline-none">
            Check your inbox
          </h3>
          <p className="mt-1">
            {outcome === undefined ? "If there's an account for " : 'We sent a link to '}
            <strong className="wrap-anywhere">{address}</strong>
            {outcome === undefined ? ', a login link is on its way.' : `. ${outcome}`}
          </p>
        </div>
      </div>
      <p className="mt-3 text-sm text-mute">
        The link works once, for {LINK_MINUTES} minutes. Nothing there? Check your spam folder, or send it again.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          aria-disabled={isWaiting}
          className="flex-1 whitespace-nowrap"
          onClick={() => !isWaiting && onResend(address, restart)}
        >
          {isPending ? 'Sending...' : 'Send again'}
          {/* Hide the countdown from screen readers, which would announce it every second. */}
          {left > 0 && !isPending && (
            <span aria-hidden className="font-normal tabular-nums">
              {' '}
              in {left} s
            </span>
          )}
        </Button>
        <Button variant="ghost" className="flex-1 whitespace-nowrap" onClick={onChangeAddress}>
          Use another email
        </Button>
      </div>
    </div>
  )
}

/** Moves focus to the heading, because this card replaces the focused form. */
const focusHeading = (heading: HTMLElement | null) => heading?.focus()

function useCountdown(seconds: number) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  return { left, restart: () => setLeft(seconds) }
}

type Props = {
  action: string
  /** Text that explains what clicking the link does, unless the address may be unknown. */
  outcome?: string | undefined
  isPending: boolean
  send: (address: string, onSent: () => void) => void
  /** True if the link saves the account. All such forms share their state. */
  isSaving?: boolean
  takesFocus?: boolean
  children?: ReactNode
}

export function LinkRequest({
  action,
  outcome,
  isPending,
  send,
  isSaving = false,
  takesFocus = false,
  children,
}: Props) {
  const [sentHere, setSentHere] = useState<string | null>(null)
  const [mistyped, setMistyped] = useState<string>()
  const waiting = useWaitingEmail()
  const sentTo = isSaving ? waiting : sentHere
  if (sentTo !== null)
    return (
      <CheckInbox
        address={sentTo}
        outcome={outcome}
        isPending={isPending}
        takesFocus={sentHere !== null}
        onResend={send}
        onChangeAddress={() => {
          setSentHere(null)
          if (isSaving) noteLinkSent(null)
          setMistyped(sentHere ?? '')
        }}
      />
    )
  return (
    <EmailForm
      action={action}
      isPending={isPending}
      initial={mistyped}
      takesFocus={takesFocus || mistyped !== undefined}
      onSend={(address) => send(address, () => setSentHere(address))}
    >
      {children}
    </EmailForm>
  )
}
