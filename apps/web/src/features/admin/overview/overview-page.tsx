import { counted } from '@hotvote/shared/counted'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { textOf } from '../../../lib/net/call-error.ts'
import { NO_ANSWER } from '../../../lib/net/load-reason.ts'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { bucketOverviewQuery } from '../../../lib/operator/bucket-overview.ts'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { overviewQuery } from './overview.api.ts'
import { OverviewPlots } from './overview-plots.tsx'
import { OverviewTiles } from './overview-tiles.tsx'

const timeOf = (timestamp: number) => new Date(timestamp).toLocaleTimeString()

/** Somebody waits for what does not come: a login link, the end of a takedown request. */
function LostMails({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-warn p-3.5 text-warn-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong>{counted(count, 'mail')} of the last 30 days did not arrive.</strong>{' '}
        <Link href={`${adminPaths.logs}?eventType=MAIL_NOT_DELIVERED`} className="underline">
          The audit log says which, and why
        </Link>
        .
      </span>
    </p>
  )
}

/** What the operator sees first (`admin.md §2`, dashboard entry). */
export function OverviewPage() {
  const { data, dataUpdatedAt, error, isFetching, refetch } = useQuery(overviewQuery)
  const client = useQueryClient()
  const refresh = () => {
    void refetch()
    void client.invalidateQueries({ queryKey: bucketOverviewQuery.queryKey })
  }
  return (
    <AdminPage
      title="Overview"
      purpose="What happens on the site, and what waits for you."
      action={
        <Button onClick={refresh} isBusy={isFetching}>
          <RefreshCw aria-hidden className="size-4" />
          Refresh
        </Button>
      }
    >
      {error && !data ? (
        <Card role="alert" className="text-center">
          <h2 className="text-lg">The overview could not be loaded</h2>
          <p className="mt-1 text-mute">{textOf(error, NO_ANSWER)}</p>
          <Button variant="primary" className="mt-4" onClick={refresh}>
            Try again
          </Button>
        </Card>
      ) : (
        <>
          {error && !isFetching && (
            <p role="alert" className="rounded-control bg-warn p-3.5 text-warn-ink">
              <strong>The overview could not be refreshed.</strong> These are the numbers of {timeOf(dataUpdatedAt)}.{' '}
              {textOf(error, NO_ANSWER)}
            </p>
          )}
          <LostMails count={data?.queues.lostMails ?? 0} />
          <OverviewTiles data={data} />
          <OverviewPlots days={data?.days} />
        </>
      )}
    </AdminPage>
  )
}
