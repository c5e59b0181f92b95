import { SKIP_NAME, SKIP_TEXT, ZONE_NAME } from '@hotvote/shared/ads'
import { count } from '@hotvote/shared/counted'
import { useQuery } from '@tanstack/react-query'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { SettingSection } from '../../../ui/setting-section.tsx'
import { SettingsSkeleton } from '../../../ui/skeleton.tsx'
import { AdZoneForm } from './ad-zone-form.tsx'
import { adZoneQuery, skipButtonQuery } from './ads.api.ts'
import { SkipButtonForm } from './skip-button-form.tsx'

/** What the forms begin with (`admin.md §9`). */
const NO_ZONE = { zoneName: ZONE_NAME, adCode: '', isActive: true, isSandboxed: false }
const NO_ZONE_IN_FRAME = { ...NO_ZONE, isSandboxed: true }
const NO_BUTTON = { zoneName: SKIP_NAME, buttonText: SKIP_TEXT, buttonUrl: '', isActive: true }

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
  const query = useQuery(adZoneQuery)
  return (
    <QueryView query={query} errorTitle="Failed to fetch ad configuration" loading={<SettingsSkeleton fields={4} />}>
      {({ zone: saved, mayRunInPage }) => (
        <SettingSection
          title="Ad Zone 1"
          form={<AdZoneForm saved={saved ?? (mayRunInPage ? NO_ZONE : NO_ZONE_IN_FRAME)} mayRunInPage={mayRunInPage} />}
          isEnabled={saved?.isActive ?? false}
          facts={[
            ['Zone name', saved?.zoneName ?? '–'],
            ['Ad code', saved?.adCode ? `${count(saved.adCode.length)} characters` : 'None'],
            ['Runs in', (saved?.isSandboxed ?? !mayRunInPage) ? 'A sandboxed frame' : 'The page'],
          ]}
          updatedAt={saved?.updatedAt ?? null}
        />
      )}
    </QueryView>
  )
}

function SkipButton() {
  const query = useQuery(skipButtonQuery)
  return (
    <QueryView
      query={query}
      errorTitle="Failed to fetch skip button configuration"
      loading={<SettingsSkeleton fields={3} />}
    >
      {(saved) => (
        <SettingSection
          title="Skip Button"
          form={<SkipButtonForm saved={saved ?? NO_BUTTON} />}
          isEnabled={saved?.isActive ?? false}
          facts={[
            ['Zone name', saved?.zoneName ?? '–'],
            ['Button text', saved?.buttonText ?? SKIP_TEXT],
            ['Leads to', saved?.buttonUrl || 'The next photo'],
          ]}
          updatedAt={saved?.updatedAt ?? null}
        />
      )}
    </QueryView>
  )
}
