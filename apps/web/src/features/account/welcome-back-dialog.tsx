import { useMutation } from '@tanstack/react-query'
import { hasMouse } from '../../lib/browser/device.ts'
import { type EndReason, ended } from '../../lib/session/open-session.ts'
import { startAfresh } from '../../lib/session/session.ts'
import { beginSession, setLoggedOut } from '../../lib/session/stored-session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { EmailForm } from '../../ui/forms/email-form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { loginLinkMutation } from './account.api.ts'

type Props = {
  onClose: () => void
  onSent: (address: string) => void
}

const LOGGED_OUT =
  'You are logged out in this browser. Enter the address of your saved account, and we send a link that logs you in.'
const REASONS: Record<EndReason, string> = {
  'saved-elsewhere':
    'Your account was saved on another device. To go on with it here, let us send a login link to its address.',
  'login-ended':
    'This browser is not logged in to your account any more. To go on with it, let us send a login link to its address.',
}

/** Shown after a logout, a save in another browser or a forgotten session (`visitor.md §2`, docs/decisions/002). */
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
      <Button className="w-full" onClick={() => void startAfresh()}>
        Login as a New User
      </Button>
    </Dialog>
  )
}
