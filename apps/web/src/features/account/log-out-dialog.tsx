import { counted } from '@hotvote/shared/counted'
import type { Session } from '@hotvote/shared/visitor/sessions'
import { logOut } from '../../lib/session/open-session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { Loss } from './account.api.ts'

type Props = { user: Session; loss: Loss | 'unknown'; onSave: () => void; onClose: () => void }

const getTitle = (loss: Props['loss']) => {
  if (loss === 'unknown') return 'Your uploads and votes will be lost'
  const parts = [loss.uploads > 0 && counted(loss.uploads, 'upload'), loss.votes > 0 && counted(loss.votes, 'vote')]
  return `${parts.filter(Boolean).join(' and ')} will be lost`
}

export function LogOutDialog({ user, loss, onSave, onClose }: Props) {
  return (
    <Dialog
      title={getTitle(loss)}
      description={`${user.username} isn't saved. If you log out, you'll lose access to it. Save it first, and you can log in again with your email.`}
      onClose={onClose}
    >
      <div className="mt-5 flex flex-wrap gap-2">
        <Button variant="primary" className="flex-1 whitespace-nowrap" onClick={onSave}>
          Save first
        </Button>
        <Button className="flex-1 whitespace-nowrap" onClick={() => void logOut()}>
          Log out
        </Button>
      </div>
    </Dialog>
  )
}
