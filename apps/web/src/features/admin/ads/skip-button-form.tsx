import { SKIP_TEXT, skipButtonForm } from '@hotvote/shared/ads'
import type { z } from 'zod'
import { webAddress } from '../../../lib/browser/web-address.ts'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { TextField, UrlField } from '../../../ui/forms/field.tsx'
import { SettingsForm } from '../../../ui/forms/settings-form.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import { saveSkipButtonMutation } from './ads.api.ts'

type Setting = z.infer<typeof skipButtonForm>

const labels = {
  isActive: 'Active',
  zoneName: 'Zone name',
  buttonText: 'Button text',
  buttonUrl: 'Destination URL',
}

/** Skip Button configuration (`admin.md §2`). */
export function SkipButtonForm({ saved }: { saved: Versioned<Setting> }) {
  const { register, field, current, actions } = useSettingsForm(saved, skipButtonForm, {
    ...saveSkipButtonMutation,
    labels,
  })
  return (
    <SettingsForm purpose="What the button below the photo says, and where it leads." actions={actions}>
      <Switch
        label={labels.isActive}
        hint={`Switched off, it says “${SKIP_TEXT}” and shows the next one.`}
        {...register('isActive')}
      />
      <TextField label={labels.zoneName} autoComplete="off" {...field('zoneName')} />
      <TextField label={labels.buttonText} autoComplete="off" {...field('buttonText')} />
      <UrlField label={labels.buttonUrl} hint="Empty, the button skips to the next photo." {...field('buttonUrl')} />
      <SkipPreview {...current} />
    </SettingsForm>
  )
}

/** The button as visitors get it: it is a picture of it, and does nothing. */
function SkipPreview({ buttonText, buttonUrl, isActive }: Setting) {
  const url = isActive ? webAddress(buttonUrl.trim()) : undefined
  return (
    <section aria-label="Skip button preview" className="flex flex-col gap-3 rounded-control bg-raised p-4">
      <h3 className="text-sm font-semibold">Preview</h3>
      <span className="inline-flex min-h-11 max-w-full items-center self-center rounded-control border border-line bg-panel px-4 font-semibold wrap-anywhere">
        {(isActive && buttonText.trim()) || SKIP_TEXT}
      </span>
      <p className="text-center text-sm break-words text-mute">{url ? `Leads to ${url}` : 'Skips to the next photo'}</p>
    </section>
  )
}
