import { useMutation } from '@tanstack/react-query'
import { useSession } from '../../lib/session/session.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { loginLinkMutation } from './account.api.ts'
import { LinkRequest } from './link-request.tsx'

/** "Login as Different User" in the user menu (`visitor.md §2`). */
export function LoginDialog({ onClose }: { onClose: () => void }) {
  const { data: user } = useSession()
  const { mutate, isPending } = useMutation(loginLinkMutation)
  return (
    <Dialog
      title="Login as Different User"
      description="Enter the address of a saved account, and we send a link that logs you in to it."
      onClose={onClose}
    >
      <LinkRequest
        takesFocus
        action="Send Login Link"
        outcome="If an account is saved under it, the link logs you in."
        isPending={isPending}
        send={(email, onSent) => mutate(email, { onSuccess: onSent })}
      >
        {user && !user.emailVerified && (
          <p className="text-sm text-mute">
            {user.username} is not saved: save it first if you want to come back to it.
          </p>
        )}
      </LinkRequest>
    </Dialog>
  )
}
