import { fromMenu, useMagicLink } from '../../lib/session/magic-link.ts'
import { useSession } from '../../lib/session/session.ts'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { LinkRequest } from './link-request.tsx'
import { SecureAccess } from './secure-access.tsx'

/** "Save Account" in the user menu (`visitor.md §2`). */
export function SaveAccountDialog({ onClose }: { onClose: () => void }) {
  const { data: user } = useSession()
  const { send, isPending } = useMagicLink(fromMenu)
  const description = user?.emailVerified
    ? `Your account is saved as ${user.email}. Enter a new email to change it.`
    : 'Keep your uploads, votes and name, on this device and on others.'
  return (
    <Dialog title="Save Your Account" description={description} onClose={onClose}>
      {/* The key resets the form after the save. */}
      <LinkRequest
        key={user?.email}
        isSaving
        takesFocus
        action="Send Magic Link"
        outcome="Click it to save your account."
        isPending={isPending}
        send={send}
      >
        <SecureAccess />
      </LinkRequest>
    </Dialog>
  )
}
