import { useMutation } from '@tanstack/react-query'
import { hasMouse } from '../../lib/browser/device.ts'
import { type EndReason, ended } from '../../lib/session/open-session.ts'
import { startNewVisitor } from '../../lib/session/session.ts'
import { beginSession, setLoggedOut } from '../../lib/session/stored-session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { EmailForm } from '../../ui/forms/email-form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { loginLinkMutation } from './account.api.ts'

type Props = {
  onClose: () => void
  onSent: (address: string) => void
}

const LOGGED_OUT = "You're logged out in this browser. Enter your email and we'll send you a login link."
const REASONS: Record<EndReason, string> = {
  'saved-elsewhere': 'Your account was saved on another device. Log in again to continue.',
  'login-ended': 'This browser is no longer logged in to your account. Log in again to continue.',
}

/** Login dialog, shown after a logout or after the server ended the session (`visitor.md §2`, docs/decisions/002). */
export function WelcomeBackDialog({ onClose, onSent }: Props) {
  const { mutate, isPending } = useMutation(loginLinkMutation)
  const end = ended.use()
  const send = (address: string) =>
    mutate(address, {
      onSuccess: () => {
        beginSession()
        setLoggedOut(false)
        onSent(address)
      },
    })
  return (
    <Dialog title="Welcome Back" description={end ? REASONS[end.why] : LOGGED_OUT} onClose={onClose} opensByItself>
      <EmailForm
        initial={end?.address ?? ''}
        takesFocus={hasMouse()}
        action="Send Login Link"
        isPending={isPending}
        onSend={send}
      />
      <p className="my-4 flex items-center gap-3 text-sm text-mute before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button className="w-full" onClick={() => void startNewVisitor()}>
        Login as a New User
      </Button>
    </Dialog>
  )
}
