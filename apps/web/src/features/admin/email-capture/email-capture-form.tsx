import { counted } from '@hotvote/shared/counted'
import { emailCaptureForm, VOTE_THRESHOLD } from '@hotvote/shared/email-capture'
import type { z } from 'zod'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { NumberField } from '../../../ui/forms/field.tsx'
import { SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { saveMutation } from './email-capture.api.ts'

const labels = {
  isEnabled: 'Enable e-mail capture',
  voteThreshold: 'Vote threshold',
}

export function EmailCaptureForm({ saved }: { saved: Versioned<z.infer<typeof emailCaptureForm>> }) {
  const { register, numberField, current, actions } = useSettingsForm(saved, emailCaptureForm, {
    ...saveMutation,
    labels,
  })
  const { min, max } = VOTE_THRESHOLD
  return (
    <SettingsForm
      purpose="Opens a dialog on the rate screen that asks for an e-mail address. Visitors with one are not asked."
      actions={actions}
    >
      <Switch label={labels.isEnabled} {...register('isEnabled')} />
      <NumberField
        label={labels.voteThreshold}
        min={min}
        max={max}
        hint={`Votes of a visit, ${min} to ${max}. They are counted anew with each visit.`}
        {...numberField('voteThreshold')}
      />
      {current.isEnabled && current.voteThreshold >= min && (
        <p className="rounded-control bg-raised p-4">
          Visitors are asked after <strong>{counted(current.voteThreshold, 'vote')}</strong>.
        </p>
      )}
    </SettingsForm>
  )
}
