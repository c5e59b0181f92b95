import { zodResolver } from '@hookform/resolvers/zod'
import { USERNAME_MAX, USERNAME_MIN } from '@hotvote/shared/limits'
import { type Session, username } from '@hotvote/shared/visitor/sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useDebounced } from '../../lib/browser/hooks.ts'
import { toast } from '../../lib/browser/toasts.ts'
import { useEmailEntry } from '../../lib/session/email-entry.ts'
import { fromProfileForm, useMagicLink, useWaitingEmail } from '../../lib/session/magic-link.ts'
import { Card } from '../../ui/data/card.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { EmailField } from '../../ui/forms/email-form.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { updateProfileMutation, usernameQuery } from './profile.api.ts'

/** Milliseconds (`visitor.md §9`). */
const PAUSE_MS = 500

/** States of the username check: those of `visitor.md §3`, plus `none` and `unknown`. */
type UsernameCheck = 'none' | 'checking' | 'available' | 'taken' | 'unknown'

/** Checks whether a username is available, if it is valid and has changed (`visitor.md §4`). */
function useUsernameCheck(typed: string, current: string): UsernameCheck {
  const parsed = username.safeParse(typed)
  const wanted = parsed.success && parsed.data !== current ? parsed.data : null
  const debounced = useDebounced(wanted, PAUSE_MS)
  const isDebounced = wanted !== null && debounced === wanted
  const { data, isError } = useQuery({ ...usernameQuery(wanted ?? ''), enabled: isDebounced })
  if (wanted === null) return 'none'
  if (data) return data.available ? 'available' : 'taken'
  return isDebounced && isError ? 'unknown' : 'checking'
}

/** A new email address takes effect only after the visitor clicks the link sent to it (docs/decisions/007). */
function useNewEmail(user: Session) {
  const waiting = useWaitingEmail()
  const { field, address, isChanged, confirm } = useEmailEntry(user.email ?? '', waiting ?? user.email ?? '')
  const { send } = useMagicLink(fromProfileForm)
  const input = useRef<HTMLInputElement>(null)
  const isSent = address === waiting

  // Visitors who must enter an email before they vote again want this field.
  useEffect(() => {
    if (!history.state?.wantsEmail) return
    input.current?.focus()
    history.replaceState({ ...history.state, wantsEmail: undefined }, '')
  }, [])

  /** Returns the new address, or undefined if the field shows an error. */
  const confirmed = async () => {
    const found = await confirm()
    if (found === undefined) input.current?.focus()
    return found
  }
  return {
    /** False for the saved address and for an address that was already sent a link. */
    isWanted: isChanged && !isSent && address !== '',
    confirm: confirmed,
    sendLink: send,
    field: {
      ...field,
      ref: input,
      hint: waiting !== null && (isSent || address === '') ? sentHint(waiting) : getHint(user, address),
      ...(isSent && { check: { status: 'empty' as const } }),
    },
  }
}

const sentHint = (address: string) =>
  `We sent a link to ${address}. Check your inbox and click it to confirm the address.`

function getHint({ email }: Session, address: string) {
  if (email === null) return "Used to log in on other devices. We'll email you a link to confirm it."
  if (address === '') return `Your account stays saved as ${email}. Enter a new email to change it.`
  return 'Click the link we email you to confirm a new address.'
}

const schema = z.object({ username })

/** Form for changing the profile, which sends only valid changes (`visitor.md §5`). */
export function UpdateForm({ user }: { user: Session }) {
  const { register, handleSubmit, control, setFocus, reset, formState } = useForm({
    resolver: zodResolver(schema),
    // Follows name changes in other tabs, unless the visitor has edited the field.
    values: { username: user.username },
    resetOptions: { keepDirtyValues: true },
  })
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
    // Await the mutation here, because its callbacks would not run after the visitor leaves the screen.
    const profile = await update.mutateAsync({ userId: user.id, changed }).catch(() => undefined)
    if (!profile) return
    reset({ username: profile.username }, { keepDirtyValues: false })
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
        <Button type="submit" variant="primary" isBusy={update.isPending} className="sm:self-start">
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
