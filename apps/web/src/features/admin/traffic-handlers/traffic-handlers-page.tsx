import { useQuery } from '@tanstack/react-query'
import { hasStatus } from '../../../lib/net/call-error.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { BackButtonSection } from './back-button-section.tsx'
import { IdleRedirectSection } from './idle-redirect-section.tsx'
import { MigrationNotice } from './migration-notice.tsx'
import { RedirectsPlot } from './redirects-plot.tsx'
import { backButtonQuery, idleRedirectQuery } from './traffic-handlers.api.ts'

const hasFailed = (error: Error | null) => hasStatus(error, 500)

/** Traffic Handlers (`admin.md §2`). */
export function TrafficHandlersPage() {
  const idle = useQuery(idleRedirectQuery)
  const back = useQuery(backButtonQuery)
  const isTableMissing = hasFailed(idle.error) && hasFailed(back.error)
  return (
    <AdminPage title="Traffic Handlers" purpose="Where visitors are led who do nothing for a while, and who go back.">
      {isTableMissing ? (
        <MigrationNotice
          onRetry={() => {
            void idle.refetch()
            void back.refetch()
          }}
        />
      ) : (
        <>
          <IdleRedirectSection query={idle} />
          <BackButtonSection query={back} />
          <RedirectsPlot />
        </>
      )}
    </AdminPage>
  )
}
