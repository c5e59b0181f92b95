import type { Contract, RouteOf } from '@hotvote/shared/contract'
import {
  type adPlacement,
  adZoneForm,
  type adZoneSetting,
  SKIP_NAME,
  SKIP_TEXT,
  skipButtonForm,
  type skipButtonSetting,
  ZONE_NAME,
} from '@hotvote/shared/visitor/ads'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { hasStatus } from '../../../lib/api/call-error.ts'
import { webAddress } from '../../../lib/browser/web-address.ts'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { settingMutation } from '../../../lib/operator/setting-changes.ts'
import { useSettingsForm, type Versioned } from '../../../lib/operator/use-settings-form.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { TextArea, TextField, UrlField } from '../../../ui/forms/field.tsx'
import { SettingSection, SettingsForm } from '../../../ui/forms/settings-form.tsx'

/** Returns null if nothing has been saved yet (`admin.md §7`). */
async function fetchOrNull<C extends Contract>(route: RouteOf<C>) {
  try {
    return await callAsOperator<C>(route)
  } catch (error) {
    if (hasStatus(error, 404)) return null
    throw error
  }
}

const adZoneQuery = queryOptions({
  queryKey: ['admin', 'ad-config', 'zone1'],
  queryFn: async () => {
    const [zone, { mayRunInPage }] = await Promise.all([
      fetchOrNull<typeof adZoneSetting.read>('GET /api/admin/ad-config/zone1'),
      callAsOperator<typeof adPlacement>('GET /api/admin/ad-placement'),
    ])
    return { zone, mayRunInPage }
  },
  staleTime: 0,
})

const skipButtonQuery = queryOptions({
  queryKey: ['admin', 'ad-config', 'skip-button'],
  queryFn: () => fetchOrNull<typeof skipButtonSetting.read>('GET /api/admin/ad-config/skip-button'),
  staleTime: 0,
})

const invalidTitle = () => 'Validation Error'

const saveAdZoneMutation = settingMutation<typeof adZoneSetting.save>('POST /api/admin/ad-config/zone1', {
  setting: 'ad-zone',
  visitorKey: ['ad-config', 'zone1'],
  saved: 'Ad zone settings have been saved successfully.',
  invalidTitle,
  failed: { title: 'Failed to save ad configuration' },
})

const saveSkipButtonMutation = settingMutation<typeof skipButtonSetting.save>('POST /api/admin/ad-config/skip-button', {
  setting: 'skip-button',
  visitorKey: ['ad-config', 'skip-button'],
  saved: 'Skip button settings have been saved successfully.',
  invalidTitle,
  failed: { title: 'Failed to save skip button configuration' },
})

/** Initial form values (`admin.md §9`). */
const NO_ZONE = { version: 0, zoneName: ZONE_NAME, adCode: '', isActive: true }
const NO_BUTTON = { version: 0, zoneName: SKIP_NAME, buttonText: SKIP_TEXT, buttonUrl: '', isActive: true }

/** Advertisement Management screen (`admin.md §2`). */
export function AdsPage() {
  return (
    <AdminPage
      title="Advertisement Management"
      purpose="The ad below the skip button, and the page that the button opens."
    >
      <AdZone />
      <SkipButton />
    </AdminPage>
  )
}

function AdZone() {
  return (
    <SettingSection
      title="Ad Zone 1"
      query={useQuery(adZoneQuery)}
      errorTitle="Failed to fetch ad configuration"
      fields={5}
    >
      {({ zone: saved, mayRunInPage }) => ({
        form: <AdZoneForm saved={saved ?? { ...NO_ZONE, isSandboxed: !mayRunInPage }} mayRunInPage={mayRunInPage} />,
        isEnabled: saved?.isActive ?? false,
        ...(!saved && { state: 'Not set up' }),
        updatedAt: saved?.updatedAt ?? null,
      })}
    </SettingSection>
  )
}

function SkipButton() {
  return (
    <SettingSection
      title="Skip Button"
      query={useQuery(skipButtonQuery)}
      errorTitle="Failed to fetch skip button configuration"
      fields={3}
    >
      {(saved) => ({
        form: <SkipButtonForm saved={saved ?? NO_BUTTON} />,
        isEnabled: saved?.isActive ?? false,
        ...(!saved && { state: 'Not set up' }),
        updatedAt: saved?.updatedAt ?? null,
      })}
    </SettingSection>
  )
}

const schema = adZoneForm.required()

type Props = { saved: Versioned<z.infer<typeof schema>>; mayRunInPage: boolean }

const labels = {
  isActive: 'Active',
  zoneName: 'Zone name',
  adCode: 'Ad code',
  isSandboxed: 'Run in a sandboxed frame',
}

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
        hint="HTML and scripts from the ad network."
        placeholder="<script async src=&quot;https://…&quot;></script>"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        wrap="off"
        className="max-h-96 min-h-44 overflow-auto font-mono text-sm placeholder:whitespace-pre-wrap"
        {...field('adCode')}
      />
      <Switch
        label={labels.isSandboxed}
        hint={
          mayRunInPage
            ? 'The code cannot touch the page or what it knows of visitors. Some networks need the page.'
            : 'Always, as you log in on the same host: in the page, the code could read your login. With a host of your own (ADMIN_HOST) you can switch this off.'
        }
        {...(mayRunInPage ? register('isSandboxed') : { checked: true, disabled: true, readOnly: true })}
      />
      <AdPreview adCode={current.adCode} />
    </SettingsForm>
  )
}

type Run = { id: number; adCode: string }

/** Sandboxed preview: ad code can access neither this page nor the operator's credentials (docs/decisions/008). */
export function AdPreview({ adCode }: { adCode: string }) {
  const [run, setRun] = useState<Run>()
  return (
    <section aria-label="Ad preview" className="flex flex-col gap-3 rounded-control bg-raised p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="text-sm font-semibold">Preview</h3>
          <p className="text-sm text-mute">
            Runs the code above once, isolated from this page. Ad networks may count an impression.
          </p>
        </div>
        <Button disabled={adCode.trim() === ''} onClick={() => setRun((last) => ({ id: (last?.id ?? 0) + 1, adCode }))}>
          <Play aria-hidden className="size-4" />
          {run ? 'Run Again' : 'Run Preview'}
        </Button>
      </div>
      {run && <PreviewFrame key={run.id} adCode={run.adCode} />}
    </section>
  )
}

function PreviewFrame({ adCode }: { adCode: string }) {
  const [isSent, setSent] = useState(false)
  return (
    <iframe
      title="Ad preview"
      src="/adm/ad-preview"
      sandbox="allow-scripts"
      className="h-62.5 w-full rounded-control border border-line bg-white"
      onLoad={({ currentTarget }) => {
        // Ignore the second `load` event, which fires when the preview replaces the frame's page.
        if (isSent) return
        setSent(true)
        // Any target origin is fine, because a sandboxed frame has none and the ad code is not secret.
        currentTarget.contentWindow?.postMessage(adCode, '*')
      }}
    />
  )
}

type Setting = z.infer<typeof skipButtonForm>

const skipLabels = {
  isActive: 'Active',
  zoneName: 'Zone name',
  buttonText: 'Button text',
  buttonUrl: 'Destination URL',
}

export function SkipButtonForm({ saved }: { saved: Versioned<Setting> }) {
  const { register, field, current, actions } = useSettingsForm(saved, skipButtonForm, {
    ...saveSkipButtonMutation,
    labels: skipLabels,
  })
  return (
    <SettingsForm purpose="What the button below the photo says, and where it leads." actions={actions}>
      <Switch
        label={skipLabels.isActive}
        hint={`Switched off, it says “${SKIP_TEXT}” and shows the next one.`}
        {...register('isActive')}
      />
      <TextField label={skipLabels.zoneName} autoComplete="off" {...field('zoneName')} />
      <TextField label={skipLabels.buttonText} autoComplete="off" {...field('buttonText')} />
      <UrlField
        label={skipLabels.buttonUrl}
        hint="Empty, the button skips to the next photo."
        {...field('buttonUrl')}
      />
      <SkipPreview {...current} />
    </SettingsForm>
  )
}

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
