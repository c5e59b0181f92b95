import { type ReactNode, useState } from 'react'
import { useLinkClick } from '../../lib/session/magic-link.ts'
import { EmailForm } from '../../ui/forms/email-form.tsx'
import { CheckInbox } from './check-inbox.tsx'

type Props = {
  action: string
  /** Effect of a click on the link. */
  outcome: string
  isPending: boolean
  send: (address: string, onSent: () => void) => void
  /** The link saves the account: a click in another browser ends this session. */
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
