import { AdminPage } from '../../../ui/admin-page.tsx'

export function OverviewPage() {
  return (
    <AdminPage title="Overview" purpose="What happens on the site, and what waits for you.">
      {null}
    </AdminPage>
  )
}
