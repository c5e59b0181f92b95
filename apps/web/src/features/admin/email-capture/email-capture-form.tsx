import { counted } from '@hotvote/shared/counted'
import { emailCaptureForm, VOTE_THRESHOLD } from '@hotvote/shared/email-capture'
import { useSettingsForm } from '../../../lib/operator/use-settings-form.ts'
import { TextField } from '../../../ui/field.tsx'
import { SettingsForm } from '../../../ui/settings-form.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { saveMutation } from './email-capture.api.ts'

type Setting = { isEnabled: boolean; voteThreshold: number }

/** No number is none at all, which the rules refuse. */
const toThreshold = (text: string) => (text === '' ? Number.NaN : Number(text))

const labels = {
  isEnabled: 'Enable e-mail capture',
  voteThreshold: 'Vote threshold',
}

export function EmailCaptureForm({ saved }: { saved: Setting }) {
  const { register, numberField, current, actions } = useSettingsForm(saved, emailCaptureForm, saveMutation)
  const { min, max } = VOTE_THRESHOLD
  return (
    <SettingsForm
      purpose="Opens a dialog on the rate screen that asks for an e-mail address. Visitors with one are not asked."
      actions={actions}
      labels={labels}
    >
      <Switch label={labels.isEnabled} {...register('isEnabled')} />
      <TextField
        label={labels.voteThreshold}
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
        className="max-w-48"
        hint={`Votes of a visit, ${min} to ${max}. They are counted anew with each visit.`}
        {...numberField('voteThreshold', toThreshold)}
      />
      {current.isEnabled && current.voteThreshold >= min && (
        <p className="rounded-control bg-raised p-4">
          Visitors are asked after <strong>{counted(current.voteThreshold, 'vote')}</strong>.
        </p>
      )}
    </SettingsForm>
  )
}
