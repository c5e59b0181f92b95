import { AdminPage } from '../ui/admin-page.tsx'

/** Stands at an address whose screen is not there yet. */
export function AdminPlaceholder() {
  return (
    <AdminPage title="Coming soon" purpose="This screen is being built.">
      {null}
    </AdminPage>
  )
}
