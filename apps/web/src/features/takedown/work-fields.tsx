import { TextArea } from '../../ui/field.tsx'
import { TakedownSection } from './takedown-section.tsx'
import type { TakedownForm } from './use-takedown-form.ts'

export function WorkFields({ form: { register, formState } }: { form: TakedownForm }) {
  const { errors } = formState
  return (
    <TakedownSection title="Copyright Work Information">
      <TextArea
        label="Work Description"
        hint="What the work is, and where the original can be seen"
        required
        error={errors.workDescription?.message}
        {...register('workDescription')}
      />
      <TextArea
        label="Infringement Description"
        hint="What on this site infringes it, and how"
        required
        error={errors.infringementDescription?.message}
        {...register('infringementDescription')}
      />
      <TextArea
        label="Infringing URLs"
        hint="One per line"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        error={errors.infringingUrls?.message}
        {...register('infringingUrls')}
      />
    </TakedownSection>
  )
}
