import { type ReactNode, useState } from 'react'
import { useLinkClick } from '../../lib/session/magic-link.ts'
import { EmailForm } from '../../ui/forms/email-form.tsx'
import { CheckInbox } from './check-inbox.tsx'

type Props = {
  action: string
  /** What the link does once it is clicked. */
  outcome: string
  isPending: boolean
  send: (address: string, onSent: () => void) => void
  /** It saves the account of this browser, which ends the session here when it is clicked elsewhere. */
  isSaving?: boolean
  /** The dialog that it fills is about its field. */
  takesFocus?: boolean
  /** Between the field and its button. */
  children?: ReactNode
}

/** Asks for an address, sends a link to it, then says what to do with it. */
export function LinkRequest({
  action,
  outcome,
  isPending,
  send,
  isSaving = false,
  takesFocus = false,
  children,
}: Props) {
  const [sentTo, setSentTo] = useState<string>()
  const [isBack, setBack] = useState(false)
  useLinkClick(isSaving && sentTo !== undefined)
  if (sentTo !== undefined)
    return (
      <CheckInbox
        address={sentTo}
        outcome={outcome}
        isPending={isPending}
        onResend={send}
        onChangeAddress={() => {
          setSentTo(undefined)
          setBack(true)
        }}
      />
    )
  return (
    <EmailForm
      action={action}
      isPending={isPending}
      takesFocus={takesFocus || isBack}
      onSend={(address) => send(address, () => setSentTo(address))}
    >
      {children}
    </EmailForm>
  )
}
