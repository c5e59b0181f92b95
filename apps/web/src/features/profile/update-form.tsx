import { zodResolver } from '@hookform/resolvers/zod'
import { USERNAME_MAX, USERNAME_MIN } from '@hotvote/shared/limits'
import { type Session, username } from '@hotvote/shared/sessions'
import { useMutation } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { toast } from '../../lib/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/field.tsx'
import { updateProfileMutation } from './profile.api.ts'
import { type UsernameCheck, useUsernameCheck } from './use-username-check.ts'

const schema = z.object({ username })

/** Only what changed is sent, and only when it may succeed (`visitor.md §5`). */
export function UpdateForm({ user }: { user: Session }) {
  const { register, handleSubmit, control, setFocus, reset, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { username: user.username },
    mode: 'onTouched',
  })
  const check = useUsernameCheck(useWatch({ control, name: 'username' }), user.username)
  const update = useMutation(updateProfileMutation)

  const submit = handleSubmit((wanted) => {
    if (update.isPending) return
    if (wanted.username === user.username)
      return toast({ title: 'No Changes', description: 'No changes were made to your profile.' })
    if (check === 'taken') {
      setFocus('username')
      const description = 'Please choose a different username.'
      return toast({ title: 'Username Unavailable', description, variant: 'destructive' })
    }
    update.mutate({ userId: user.id, ...wanted }, { onSuccess: (profile) => reset({ username: profile.username }) })
  })

  const taken = check === 'taken' ? '✗ Username is already taken' : undefined
  return (
    <Card>
      <h2 className="text-lg">Update Information</h2>
      <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-5">
        <TextField
          label="Username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={update.isPending}
          error={formState.errors.username?.message ?? taken}
          hint={<UsernameHint check={check} />}
          {...register('username')}
        />
        {/* Stays focusable while it sends: a disabled button would drop the keyboard. */}
        <Button type="submit" variant="primary" aria-disabled={update.isPending} className="self-start">
          {update.isPending ? 'Updating...' : 'Update Profile'}
        </Button>
      </form>
    </Card>
  )
}

const RULE = `${USERNAME_MIN} to ${USERNAME_MAX} characters. Others see it on what you upload.`

/** What is known of the typed name, announced as it becomes known. */
function UsernameHint({ check }: { check: UsernameCheck }) {
  return (
    <span aria-live="polite">
      {check === 'checking' && 'Checking whether it is free…'}
      {check === 'available' && <span className="text-ok-ink">✓ Username is available</span>}
      {check === 'unknown' && 'We could not check whether it is free. You can still try to save it.'}
      {(check === 'none' || check === 'taken') && RULE}
    </span>
  )
}
