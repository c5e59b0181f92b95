import { adZoneForm } from '@hotvote/shared/ads'
import type { z } from 'zod'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { TextArea, TextField } from '../../../ui/forms/field.tsx'
import { SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { AdPreview } from './ad-preview.tsx'
import { saveAdZoneMutation } from './ads.api.ts'

const schema = adZoneForm.required()

type Props = { saved: Versioned<z.infer<typeof schema>>; mayRunInPage: boolean }

const labels = {
  isActive: 'Active',
  zoneName: 'Zone name',
  adCode: 'Ad code',
  isSandboxed: 'Run in a sandboxed frame',
}

/** Ad Zone 1, below the skip button (`admin.md §2`). */
export function AdZoneForm({ saved, mayRunInPage }: Props) {
  const { register, field, current, actions } = useSettingsForm(saved, schema, { ...saveAdZoneMutation, labels })
  return (
    <SettingsForm
      purpose="The code of an advertisement, shown under the skip button of the rate screen."
      actions={actions}
    >
      <Switch
        label={labels.isActive}
        hint="Switched off, visitors see nothing there; the code is kept."
        {...register('isActive')}
      />
      <TextField label={labels.zoneName} autoComplete="off" {...field('zoneName')} />
      <TextArea
        label={labels.adCode}
        hint="HTML and scripts as the ad network gives them."
        placeholder="<script async src=&quot;https://…&quot;></script>"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        wrap="off"
        className="max-h-96 min-h-44 overflow-auto font-mono text-sm"
        {...field('adCode')}
      />
      {mayRunInPage ? (
        <Switch
          label={labels.isSandboxed}
          hint="The code cannot touch the page or what it knows of visitors. Some networks need the page."
          {...register('isSandboxed')}
        />
      ) : (
        <Switch
          label={labels.isSandboxed}
          hint="Always, as you log in on the same host: in the page, the code could read your login. With a host of your own (ADMIN_HOST) you can switch this off."
          checked
          disabled
          readOnly
        />
      )}
      <AdPreview adCode={current.adCode} />
    </SettingsForm>
  )
}
