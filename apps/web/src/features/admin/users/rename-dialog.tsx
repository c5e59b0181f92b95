import { USERNAME_MAX, USERNAME_MIN } from '@hotvote/shared/limits'
import { username as usernameRule } from '@hotvote/shared/sessions'
import type { ShownUser } from '@hotvote/shared/user-page'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { textOf } from '../../../lib/net/call-error.ts'
import { isUnanswered } from '../../../lib/net/lost-answers.ts'
import { TRY_AGAIN } from '../../../lib/net/query-client.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { renameMutation } from './user-page.api.ts'

type Props = { user: ShownUser; onClose: () => void }

/** Another name for a user, by the rules of their own. */
export function RenameDialog({ user, onClose }: Props) {
  const [name, setName] = useState(user.username)
  const [error, setError] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const rename = useMutation({
    ...renameMutation(user.id, () => form.current !== null),
    // Without an answer it may have been done, and a toast says so.
    onError: (failure) => !isUnanswered(failure) && setError(textOf(failure, TRY_AGAIN)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { data, error: refused } = usernameRule.safeParse(name)
    setError(refused?.issues[0]?.message)
    if (data === user.username) onClose()
    else if (data !== undefined) rename.mutate(data, { onSuccess: onClose })
  }
  return (
    <Dialog title="Rename user" description="They and everybody else see the new name from now on." onClose={onClose}>
      <form ref={form} noValidate onSubmit={submit} className="mt-4 flex flex-col gap-5">
        <TextField
          label="Username"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={`${USERNAME_MIN} to ${USERNAME_MAX} characters`}
          value={name}
          error={error}
          readOnly={rename.isPending}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" variant="primary" isBusy={rename.isPending} className="self-end">
          Rename
        </Button>
      </form>
    </Dialog>
  )
}
