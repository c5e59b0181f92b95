import { Checkbox } from '../../ui/checkbox.tsx'
import { TextField } from '../../ui/field.tsx'
import { TakedownSection } from './takedown-section.tsx'
import type { TakedownForm } from './use-takedown-form.ts'

export function LegalFields({ form: { register, formState } }: { form: TakedownForm }) {
  const { errors } = formState
  return (
    <TakedownSection title="Legal Statements">
      <div className="flex flex-col gap-1">
        <Checkbox
          label="I have a good faith belief that the use of the material is not authorized by the copyright owner, its agent or the law."
          required
          error={errors.goodFaithStatement?.message}
          {...register('goodFaithStatement')}
        />
        <Checkbox
          label="I swear, under penalty of perjury, that the information in this request is accurate, and that I am the owner, or authorized to act on behalf of the owner, of an exclusive right that is allegedly infringed."
          required
          error={errors.accuracyStatement?.message}
          {...register('accuracyStatement')}
        />
      </div>
      <TextField
        label="Electronic Signature"
        hint="Type your full name"
        autoComplete="off"
        required
        error={errors.electronicSignature?.message}
        {...register('electronicSignature')}
      />
    </TakedownSection>
  )
}
