import type { Session } from '@hotvote/shared/visitor/sessions'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { paths } from '../../lib/session/paths.ts'
import { Card } from '../../ui/data/card.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/overlays/confirm.tsx'
import { deleteAccountMutation, downloadDataMutation } from './personal-data.api.ts'

const QUESTION = {
  title: 'Delete your account?',
  text: 'This permanently deletes your uploads, votes, views, name, location and email address, on every device. This cannot be undone.',
  action: 'Delete account',
  typed: 'DELETE',
}

/** Download and deletion of the visitor's data (docs/decisions/030). */
export function PersonalDataCard({ user }: { user: Session }) {
  const [, navigate] = useLocation()
  const download = useMutation(downloadDataMutation)
  const deletion = useMutation(deleteAccountMutation)
  const deleteAccount = async () => {
    if (!(await confirm(QUESTION))) return
    deletion.mutate(user.id, { onSuccess: () => navigate(paths.rate) })
  }
  return (
    <Card>
      <h2 className="text-lg">Your Data</h2>
      <p className="mt-2 text-sm text-mute">
        Everything that is stored about you, as one file: profile, uploads, votes, views and email addresses.
      </p>
      <Button className="mt-3" isBusy={download.isPending} onClick={() => download.mutate(user.id)}>
        {download.isPending ? 'Downloading…' : 'Download my data'}
      </Button>
      <hr className="my-5 border-line" />
      <p className="text-sm text-mute">
        Deleting your account removes all of it immediately. We keep only an anonymous log entry and any takedown
        requests.
      </p>
      <Button variant="danger" className="mt-3" isBusy={deletion.isPending} onClick={() => void deleteAccount()}>
        {deletion.isPending ? 'Deleting…' : 'Delete account'}
      </Button>
    </Card>
  )
}
