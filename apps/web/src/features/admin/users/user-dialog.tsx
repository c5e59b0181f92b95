import { count } from '@hotvote/shared/counted'
import type { ListedUser } from '@hotvote/shared/users'
import { useMutation } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { date } from '../../../lib/browser/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { downloadMutation } from './users.api.ts'

type Props = { user: ListedUser; onClose: () => void; onDelete: () => void }

/** One user, and what they may ask the operator for: what is stored about them, and that it is deleted. */
export function UserDialog({ user, onClose, onDelete }: Props) {
  const download = useMutation(downloadMutation)
  const { id, username, email, totalUploads, totalVotes, totalViews, createdAt, isDeleted } = user
  return (
    <Dialog title={username} onClose={onClose}>
      <Facts
        className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 [&_dt]:text-sm"
        facts={[
          ['User ID', id],
          ['Joined', date(createdAt)],
          ['E-mail address', email ?? '–'],
          ['Uploads', count(totalUploads)],
          ['Votes', count(totalVotes)],
          ['Views', count(totalViews)],
        ]}
      />
      {isDeleted ? (
        <p className="mt-5 text-mute">This account was deleted. Its votes and files are being erased.</p>
      ) : (
        <>
          <p className="mt-5 text-sm text-mute">
            Both are in the audit log, without name or address. Make sure that whoever asks is this user: the file holds
            all that is stored about them.
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button isBusy={download.isPending} onClick={() => download.mutate(id)}>
              <Download aria-hidden className="size-4.5" /> Download data
            </Button>
            <Button variant="danger" onClick={onDelete}>
              <Trash2 aria-hidden className="size-4.5" /> Delete account
            </Button>
          </div>
        </>
      )}
    </Dialog>
  )
}
