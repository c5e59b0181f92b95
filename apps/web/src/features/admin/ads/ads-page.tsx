import { SKIP_NAME, SKIP_TEXT, ZONE_NAME } from '@hotvote/shared/ads'
import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { SettingSection } from '../../../ui/forms/settings-form.tsx'
import { AdZoneForm } from './ad-zone-form.tsx'
import { adZoneQuery, skipButtonQuery } from './ads.api.ts'
import { SkipButtonForm } from './skip-button-form.tsx'

/** What the forms begin with (`admin.md §9`). */
const NO_ZONE = { version: 0, zoneName: ZONE_NAME, adCode: '', isActive: true, isSandboxed: false }
const NO_ZONE_IN_FRAME = { ...NO_ZONE, isSandboxed: true }
const NO_BUTTON = { version: 0, zoneName: SKIP_NAME, buttonText: SKIP_TEXT, buttonUrl: '', isActive: true }

/** Advertisement Management (`admin.md §2`). */
export function AdsPage() {
  return (
    <AdminPage
      title="Advertisement Management"
      purpose="What stands below the skip button, and where that button leads."
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
      fields={4}
    >
      {({ zone: saved, mayRunInPage }) => ({
        form: <AdZoneForm saved={saved ?? (mayRunInPage ? NO_ZONE : NO_ZONE_IN_FRAME)} mayRunInPage={mayRunInPage} />,
        isEnabled: saved?.isActive ?? false,
        facts: [
          ['Zone name', saved?.zoneName ?? '–'],
          ['Ad code', saved?.adCode ? `${count(saved.adCode.length)} characters` : 'None'],
          ['Runs in', (saved?.isSandboxed ?? !mayRunInPage) ? 'A sandboxed frame' : 'The page'],
        ],
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
        facts: [
          ['Zone name', saved?.zoneName ?? '–'],
          ['Button text', saved?.buttonText ?? SKIP_TEXT],
          ['Leads to', saved?.buttonUrl || 'The next photo'],
        ],
        updatedAt: saved?.updatedAt ?? null,
      })}
    </SettingSection>
  )
}
