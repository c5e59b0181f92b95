import { AdminPage } from '../../../ui/admin-page.tsx'

export function AdsPage() {
  return (
    <AdminPage title="Coming soon" purpose="This screen is being built.">
      {null}
    </AdminPage>
  )
}
