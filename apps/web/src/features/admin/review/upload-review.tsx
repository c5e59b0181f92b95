import { APPROVALS, uploadReviewForm } from '@hotvote/shared/operator/upload-review'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { NumberField, SelectField } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { saveUploadReviewMutation, uploadReviewQuery } from './review.api.ts'

type Rules = z.infer<typeof uploadReviewForm>

const modes: Record<Rules['mode'], string> = {
  off: 'Nothing',
  new_uploaders: 'Uploads of new uploaders',
  everything: 'Everything',
}

const unscreened: Record<Rules['unscreened'], string> = {
  wait: 'Wait for review',
  publish: 'Treat as passed',
}

/** See docs/decisions/038. */
export const UploadReview = () => (
  <SettingSection
    title="Review uploads"
    query={useQuery(uploadReviewQuery)}
    errorTitle="Failed to load the review of uploads"
    fields={3}
  >
    {(saved) => ({
      form: <RulesForm saved={saved} />,
      isEnabled: saved.mode !== 'off',
      updatedAt: saved.updatedAt,
    })}
  </SettingSection>
)

const labels = {
  mode: 'Review',
  approvals: 'Approved uploads needed',
  trustsSaved: 'Trust saved accounts',
  threshold: 'Score threshold',
  unscreened: 'Without a score',
}

function RulesForm({ saved }: { saved: Versioned<Rules> & { isScreened: boolean } }) {
  const { register, field, numberField, current, actions } = useSettingsForm(saved, uploadReviewForm, {
    ...saveUploadReviewMutation,
    labels,
    choices: { mode: modes, unscreened },
  })
  return (
    <SettingsForm
      purpose="Only you and the uploader see an upload until you approve it. Changes apply to later uploads."
      actions={actions}
    >
      <SelectField label={labels.mode} options={modes} {...field('mode')} />
      {current.mode === 'new_uploaders' && (
        <>
          <NumberField
            label={labels.approvals}
            min={APPROVALS.min}
            max={APPROVALS.max}
            hint="Live uploads count as approved."
            {...numberField('approvals')}
          />
          <Switch label={labels.trustsSaved} {...register('trustsSaved')} />
        </>
      )}
      {saved.isScreened && (
        <>
          <NumberField
            label={labels.threshold}
            min={0}
            max={1}
            step={0.05}
            hint="From 0 to 1. Uploads with this screening score or higher wait for your review."
            {...numberField('threshold')}
          />
          <SelectField
            label={labels.unscreened}
            hint="Applies to videos, and if the service doesn't respond within 30 seconds."
            options={unscreened}
            {...field('unscreened')}
          />
        </>
      )}
    </SettingsForm>
  )
}
