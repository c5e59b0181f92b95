import { zodResolver } from '@hookform/resolvers/zod'
import type { Answer } from '@hotvote/shared/contract'
import { changeOwnPassword, type ownLogin } from '@hotvote/shared/operator/operator-login'
import { OPERATOR_PASSWORD } from '@hotvote/shared/operator/operators'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ownLoginQuery } from '../../../lib/operator/own-login.ts'
import { AdminPage, PartHeading } from '../../../ui/data/admin-page.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { CardSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { passwordMutation } from './operators.api.ts'
import { SecondFactor } from './second-factor.tsx'

type Own = Answer<typeof ownLogin>

/** See docs/decisions/039. */
export function OwnLoginPage() {
  const query = useQuery(ownLoginQuery)
  const mustSetUp = query.data?.isSecondFactorRequired && !query.data.hasSecondFactor
  return (
    <AdminPage title="Your login" purpose="Your name, password and second factor.">
      {mustSetUp && (
        <p role="status" className="rounded-control bg-warn p-3.5 text-warn-ink">
          <strong>This site requires a second factor.</strong> Set it up to continue.
        </p>
      )}
      <QueryView query={query} errorTitle="Your login could not be loaded" loading={<CardSkeleton rows={2} />}>
        {(own) => (
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <SecondFactor own={own} />
            <Password own={own} />
          </div>
        )}
      </QueryView>
    </AdminPage>
  )
}

function Password({ own: { name, role, isFromEnvironment } }: { own: Own }) {
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <PartHeading name="Password" className="text-lg" />
        <Badge>{role === 'admin' ? 'Admin' : 'Moderator'}</Badge>
      </div>
      <p className="mt-1 text-mute">
        You are logged in as <strong className="text-text wrap-anywhere">{name}</strong>.
        {isFromEnvironment &&
          ' Your password is the value of ADMIN_PASSWORD. Change it in the environment, then restart the site.'}
      </p>
      {!isFromEnvironment && <PasswordForm name={name} />}
    </Card>
  )
}

function PasswordForm({ name }: { name: string }) {
  const { register, handleSubmit, reset, formState } = useForm({
    resolver: zodResolver(changeOwnPassword.body),
    defaultValues: { password: '', newPassword: '' },
  })
  const { mutate, isPending } = useMutation(passwordMutation)
  const { errors } = formState
  return (
    <form
      noValidate
      aria-label="Change password"
      onSubmit={handleSubmit((values) => mutate(values, { onSuccess: () => reset() }))}
      className="mt-4 flex flex-col gap-5"
    >
      <input type="hidden" name="username" autoComplete="username" value={name} />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={`At least ${OPERATOR_PASSWORD.min} characters. You'll be logged out everywhere else.`}
        error={errors.newPassword?.message}
        {...register('newPassword')}
      />
      <Button type="submit" variant="primary" isBusy={isPending} className="self-start">
        Change password
      </Button>
    </form>
  )
}
