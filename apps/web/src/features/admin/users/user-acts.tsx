import { counted } from '@hotvote/shared/counted'
import type { ShownUser } from '@hotvote/shared/user-page'
import { useMutation } from '@tanstack/react-query'
import { Ban, Download, Pencil, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { neverAgain } from '../../../lib/operator/removal-questions.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { confirm, confirmWithOption } from '../../../ui/overlays/confirm.tsx'
import { RenameDialog } from './rename-dialog.tsx'
import { blockMutation, deleteAccountMutation, downloadMutation } from './user-page.api.ts'

const blockQuestion = ({ username }: ShownUser) => ({
  title: `Block “${username}”?`,
  text: 'In all of their browsers they can look, but no longer vote, upload or report. What they made stays. You can unblock them at any time.',
  action: 'Block',
})

const deleteQuestion = ({ username, totalUploads, totalVotes }: ShownUser) => ({
  title: 'Delete this account?',
  text: `“${username}” will be gone for good, with ${counted(totalUploads, 'upload')}, ${counted(totalVotes, 'vote')}, name and addresses. This cannot be undone. What stays is an entry in the audit log, with numbers only, and takedown requests. Make sure that whoever asked is this user.`,
  action: 'Delete account',
  typed: username,
  ...(totalUploads > 0 && { option: neverAgain() }),
})

/** What the operator may do about a user; all of it is in the audit log, without name or address. */
export function UserActs({ user }: { user: ShownUser }) {
  const [isRenaming, setRenaming] = useState(false)
  const [, navigate] = useLocation()
  const download = useMutation(downloadMutation)
  const block = useMutation(blockMutation(user.id))
  const deletion = useMutation(deleteAccountMutation)
  const changeBlock = async () => {
    if (user.isBlocked || (await confirm(blockQuestion(user)))) block.mutate(!user.isBlocked)
  }
  const deleteAccount = async () => {
    const confirmed = await confirmWithOption(deleteQuestion(user))
    if (!confirmed) return
    deletion.mutate({ user, isBarred: confirmed.isChosen }, { onSuccess: () => navigate(adminPaths.users) })
  }
  const BlockIcon = user.isBlocked ? Undo2 : Ban
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setRenaming(true)}>
        <Pencil aria-hidden className="size-4" /> Rename
      </Button>
      <Button isBusy={block.isPending} onClick={() => void changeBlock()}>
        <BlockIcon aria-hidden className="size-4" /> {user.isBlocked ? 'Unblock' : 'Block'}
      </Button>
      <Button isBusy={download.isPending} onClick={() => download.mutate(user.id)}>
        <Download aria-hidden className="size-4" /> Download data
      </Button>
      <Button variant="danger" isBusy={deletion.isPending} onClick={() => void deleteAccount()}>
        <Trash2 aria-hidden className="size-4" /> Delete account
      </Button>
      {isRenaming && <RenameDialog user={user} onClose={() => setRenaming(false)} />}
    </div>
  )
}
