import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hasMouse } from '../../lib/browser/pointer.ts'
import { startAfresh } from '../../lib/visitor/session.ts'
import { beginSession, savedElsewhere, setLoggedOut } from '../../lib/visitor/stored-session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailForm } from '../../ui/email-form.tsx'
import { loginLinkMutation } from './account.api.ts'

type Props = {
  onClose: () => void
  /** A login link is on its way to this address, if an account is saved under it. */
  onSent: (address: string) => void
}

const LOGGED_OUT =
  'You are logged out in this browser. Enter the address of your saved account, and we send a link that logs you in.'
const SAVED_ELSEWHERE =
  'Your account was saved on another device. To go on with it here, let us send a login link to its address.'

/**
 * Greets somebody who is logged out in this browser (`visitor.md §2`, `§4`), or whose account was saved in another one
 * (docs/decisions/034).
 */
export function WelcomeBackDialog({ onClose, onSent }: Props) {
  const { mutate, isPending } = useMutation(loginLinkMutation)
  const [savedAs] = useState(savedElsewhere)
  const send = (address: string) =>
    mutate(address, {
      onSuccess: () => {
        beginSession()
        setLoggedOut(false)
        onSent(address)
      },
    })
  return (
    <Dialog
      title="Welcome Back"
      description={savedAs === null ? LOGGED_OUT : SAVED_ELSEWHERE}
      onClose={onClose}
      opensByItself
    >
      <EmailForm
        initial={savedAs ?? ''}
        takesFocus={hasMouse()}
        action="Send Login Link"
        isPending={isPending}
        onSend={send}
      />
      <p className="my-4 flex items-center gap-3 text-sm text-mute before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button className="w-full" onClick={() => void startAfresh()}>
        Login as a New User
      </Button>
    </Dialog>
  )
}
