import { zodResolver } from '@hookform/resolvers/zod'
import {
  type ListedOperator,
  OPERATOR_PASSWORD,
  operatorName,
  operatorPassword,
  operatorRoles,
} from '@hotvote/shared/operator/operators'
import { useMutation } from '@tanstack/react-query'
import { Dices } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { hasMouse } from '../../../lib/browser/device.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox, Switch } from '../../../ui/forms/checkbox.tsx'
import { CodeField, SelectField } from '../../../ui/forms/field.tsx'
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx'
import { addOperatorMutation, changeOperatorMutation } from './operators.api.ts'

/** Omits characters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Returns four groups of five characters, about 99 bits of entropy. */
const makePassword = () => {
  const letters = Array.from(crypto.getRandomValues(new Uint32Array(20)), (value) => LETTERS[value % LETTERS.length])
  return letters.join('').replaceAll(/(.{5})(?=.)/g, '$1-')
}

const role = z.enum(operatorRoles)
const rules = {
  add: z.object({ name: operatorName, role, password: operatorPassword }),
  edit: z.object({
    role,
    password: z.union([z.literal(''), operatorPassword]),
    isDisabled: z.boolean(),
    resetsSecondFactor: z.boolean(),
  }),
}

type Props = { operator: ListedOperator | undefined; onClose: () => void }

export const OperatorDialog = ({ operator, onClose }: Props) =>
  operator ? <EditDialog operator={operator} onClose={onClose} /> : <AddDialog onClose={onClose} />

function AddDialog({ onClose }: Pick<Props, 'onClose'>) {
  const { register, handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(rules.add),
    defaultValues: { name: '', role: 'moderator' as const, password: '' },
  })
  const { mutate, isPending } = useMutation(addOperatorMutation)
  const { errors } = formState
  return (
    <FormDialog
      title="Add operator"
      action="Add operator"
      isBusy={isPending}
      onSubmit={handleSubmit((values) => mutate(values, { onSuccess: onClose }))}
      opensByItself
      onClose={onClose}
    >
      <CodeField
        label="Name"
        hint="Shown in the audit log. It can't be changed later."
        error={errors.name?.message}
        autoFocus={hasMouse()}
        {...register('name')}
      />
      <SelectField label="Role" options={ROLES} {...register('role')} />
      <PasswordField
        label="Password"
        error={errors.password?.message}
        onGenerate={(password) => setValue('password', password, { shouldValidate: true })}
        {...register('password')}
      />
    </FormDialog>
  )
}

function EditDialog({ operator, onClose }: { operator: ListedOperator; onClose: () => void }) {
  const { isFromEnvironment, hasSecondFactor } = operator
  const { register, handleSubmit, setValue, formState } = useForm({
    resolver: zodResolver(rules.edit),
    defaultValues: { role: operator.role, password: '', isDisabled: operator.isDisabled, resetsSecondFactor: false },
  })
  const { mutate, isPending } = useMutation(changeOperatorMutation(operator.id))
  const save = handleSubmit(({ resetsSecondFactor, password, ...values }) =>
    mutate(
      {
        ...(!isFromEnvironment && values),
        ...(password && { password }),
        ...(resetsSecondFactor && { hasSecondFactor: false as const }),
      },
      { onSuccess: onClose },
    ),
  )
  return (
    <FormDialog
      title={`Edit ${operator.name}`}
      description={isFromEnvironment ? FROM_ENVIRONMENT : undefined}
      action="Save"
      isBusy={isPending}
      onSubmit={save}
      opensByItself
      onClose={onClose}
    >
      {!isFromEnvironment && (
        <>
          <SelectField label="Role" options={ROLES} {...register('role')} />
          <PasswordField
            label="New password"
            isOptional
            error={formState.errors.password?.message}
            onGenerate={(password) => setValue('password', password, { shouldValidate: true })}
            {...register('password')}
          />
          <Switch label="Disabled" hint="Logs the operator out everywhere." {...register('isDisabled')} />
        </>
      )}
      {hasSecondFactor && (
        <Checkbox label="Turn off the second factor (lost device)" {...register('resetsSecondFactor')} />
      )}
    </FormDialog>
  )
}

const ROLES = { moderator: 'Moderator', admin: 'Admin' }
const FROM_ENVIRONMENT =
  'ADMIN_USERNAME and ADMIN_PASSWORD set the name and password. This operator is always an admin.'

type FieldProps = ComponentProps<typeof CodeField> & { onGenerate: (password: string) => void }

/** Shows the password in plain text, because the admin must pass it on. */
const PasswordField = ({ onGenerate, ...props }: FieldProps) => (
  <div className="flex flex-col gap-2">
    <CodeField
      hint={`At least ${OPERATOR_PASSWORD.min} characters. Copy it now, because it won't be shown again.`}
      className="font-mono"
      {...props}
    />
    <Button size="small" className="self-start" onClick={() => onGenerate(makePassword())}>
      <Dices aria-hidden className="size-4" /> Generate
    </Button>
  </div>
)
