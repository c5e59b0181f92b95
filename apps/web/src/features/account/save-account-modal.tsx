import { fromHint, useMagicLink } from '../../lib/session/magic-link.ts'
import { EmailForm } from '../../ui/forms/email-form.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SecureAccess } from './link-request.tsx'

type Props = {
  onClose: () => void
  /** Called after the link has been sent, so the hint can close (`visitor.md §4`). */
  onSaved: () => void
}

/** Dialog that the save hint opens (`visitor.md §4`, Account-save prompt). */
export function SaveAccountModal({ onClose, onSaved }: Props) {
  const { send, isPending } = useMagicLink(fromHint)
  return (
    <Dialog
      title="Save Your Account"
      description="Keep your uploads, votes and name, on this device and on others."
      onClose={onClose}
    >
      <EmailForm takesFocus action="Send Magic Link" isPending={isPending} onSend={(address) => send(address, onSaved)}>
        <SecureAccess />
      </EmailForm>
    </Dialog>
  )
}
