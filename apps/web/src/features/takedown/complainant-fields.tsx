import { TextArea, TextField } from '../../ui/field.tsx'
import { TakedownSection } from './takedown-section.tsx'
import type { TakedownForm } from './use-takedown-form.ts'

export function ComplainantFields({ form: { register, formState } }: { form: TakedownForm }) {
  const { errors } = formState
  return (
    <TakedownSection title="Complainant Information">
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          label="Full Name"
          autoComplete="name"
          required
          error={errors.complainantName?.message}
          {...register('complainantName')}
        />
        <TextField
          label="Email Address"
          type="email"
          autoComplete="email"
          required
          error={errors.complainantEmail?.message}
          {...register('complainantEmail')}
        />
        <TextField
          label="Phone Number"
          type="tel"
          autoComplete="tel"
          isOptional
          error={errors.complainantPhone?.message}
          {...register('complainantPhone')}
        />
        <TextField
          label="Copyright Owner"
          hint="If different from complainant"
          required
          error={errors.copyrightOwner?.message}
          {...register('copyrightOwner')}
        />
      </div>
      <TextArea
        label="Address"
        autoComplete="street-address"
        rows={2}
        className="min-h-20"
        isOptional
        error={errors.complainantAddress?.message}
        {...register('complainantAddress')}
      />
    </TakedownSection>
  )
}
