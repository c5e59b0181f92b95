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
      description="Enter the email of a saved account and we'll send you a login link."
      onClose={onClose}
    >
      <LinkRequest
        takesFocus
        action="Send Login Link"
        outcome="If there's an account for it, the link logs you in."
        isPending={isPending}
        send={(email, onSent) => mutate(email, { onSuccess: onSent })}
      >
        {user && !user.emailVerified && (
          <p className="text-sm text-mute">{user.username} isn't saved. Save it first if you want to use it again.</p>
        )}
      </LinkRequest>
    </Dialog>
  )
}
