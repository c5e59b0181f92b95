import { HIDE_AFTER, HIDE_AT_LEAST, HIDE_SHARE, reportRulesForm } from '@hotvote/shared/visitor/reports'
import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { NumberField } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { reportRulesQuery, saveRulesMutation } from './queue.api.ts'

const labels = { hideAfter: 'Reports needed to hide an item', hideShare: 'Share of the collection hidden per day (%)' }

export function ReportRules() {
  return (
    <SettingSection
      title="Hide Reported Items"
      query={useQuery(reportRulesQuery)}
      errorTitle="Failed to load the report threshold"
    >
      {(saved) => ({
        form: <RulesForm saved={saved} />,
        isEnabled: saved.hideAfter > 0,
        updatedAt: saved.updatedAt,
      })}
    </SettingSection>
  )
}

function RulesForm({ saved }: { saved: Versioned<z.infer<typeof reportRulesForm>> }) {
  const { numberField, actions } = useSettingsForm(saved, reportRulesForm, { ...saveRulesMutation, labels })
  return (
    <SettingsForm
      purpose="Enough reports hide an item from visitors until you review it. The uploader sees that it is hidden."
      actions={actions}
    >
      <NumberField
        label={labels.hideAfter}
        min={HIDE_AFTER.min}
        max={HIDE_AFTER.max}
        hint="Reports from one network count once. Enter 0 to never hide items because of reports."
        {...numberField('hideAfter')}
      />
      <NumberField
        label={labels.hideShare}
        min={HIDE_SHARE.min}
        max={HIDE_SHARE.max}
        hint={`Beyond this share, reports no longer hide items, except those about minors or illegal content. Reports can always hide ${HIDE_AT_LEAST} items per day.`}
        {...numberField('hideShare')}
      />
    </SettingsForm>
  )
}
