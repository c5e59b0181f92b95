import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { ButtonLink, TryAgain } from '../../../ui/forms/button.tsx'

/** Both configurations answered 500 (`admin.md §8`). */
export function MigrationNotice({ onRetry }: { onRetry: () => void }) {
  return (
    <Card role="alert" className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg">Database Migration Required</h2>
        <Badge tone="danger">Table missing</Badge>
      </div>
      <p className="text-mute">
        The tables of the redirects could not be read. Check the database, and start the site anew so that it brings its
        tables up to date.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink href={adminPaths.siteHealthAlias} variant="primary">
          Open Database Tests
        </ButtonLink>
        <TryAgain onClick={onRetry} />
      </div>
    </Card>
  )
}
