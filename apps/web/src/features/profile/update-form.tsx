import { zodResolver } from '@hookform/resolvers/zod'
import { USERNAME_MAX, USERNAME_MIN } from '@hotvote/shared/limits'
import { type Session, username } from '@hotvote/shared/visitor/sessions'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { toast } from '../../lib/browser/toasts.ts'
import { Card } from '../../ui/data/card.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { EmailField } from '../../ui/forms/email-form.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { updateProfileMutation } from './profile.api.ts'
import { useNewEmail } from './use-new-email.ts'
import type { UsernameCheck } from './use-username-check.ts'
import { useUsernameCheck } from './use-username-check.ts'

const schema = z.object({ username })

/** The name may change in another tab; the field follows unless the visitor has typed. */
function useNameForm(current: string) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { username: current }, mode: 'onTouched' })
  const { isDirty } = form.formState
  const follow = useEffectEvent((username: string) => isDirty || form.reset({ username }))
  useEffect(() => void follow(current), [current])
  return form
}

/** Sends only valid changes (`visitor.md §5`). */
export function UpdateForm({ user }: { user: Session }) {
  const { register, handleSubmit, control, setFocus, reset, formState } = useNameForm(user.username)
  const check = useUsernameCheck(useWatch({ control, name: 'username' }), user.username)
  const newEmail = useNewEmail(user)
  const update = useMutation(updateProfileMutation)

  const submit = handleSubmit(async (wanted) => {
    if (update.isPending) return
    const isRenamed = wanted.username !== user.username
    if (!isRenamed && !newEmail.isWanted)
      return toast({ title: 'No Changes', description: 'No changes were made to your profile.' })
    if (isRenamed && check === 'taken') {
      setFocus('username')
      const description = 'Please choose a different username.'
      return toast({ title: 'Username Unavailable', description, variant: 'destructive' })
    }
    const email = newEmail.isWanted ? await newEmail.confirm() : undefined
    if (newEmail.isWanted && email === undefined) return
    const changed = { ...(isRenamed && wanted), ...(email !== undefined && { email }) }
    // Awaited here rather than in a mutation callback, which would not run after the visitor leaves.
    const profile = await update.mutateAsync({ userId: user.id, changed }).catch(() => undefined)
    if (!profile) return
    reset({ username: profile.username })
    if (email !== undefined) newEmail.sendLink(email)
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
        <EmailField {...newEmail.field} isOptional readOnly={update.isPending} />
        <Button type="submit" variant="primary" isBusy={update.isPending} className="self-start">
          {update.isPending ? 'Updating...' : 'Update Profile'}
        </Button>
      </form>
    </Card>
  )
}

const RULE = `${USERNAME_MIN} to ${USERNAME_MAX} characters. Shown on your uploads.`

function UsernameHint({ check }: { check: UsernameCheck }) {
  return (
    <span aria-live="polite">
      {check === 'checking' && 'Checking availability…'}
      {check === 'available' && <span className="text-ok-ink">✓ Username is available</span>}
      {check === 'unknown' && "Couldn't check availability. You can still try to save it."}
      {(check === 'none' || check === 'taken') && RULE}
    </span>
  )
}
