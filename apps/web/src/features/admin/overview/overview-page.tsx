import { counted } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { bucketOverviewQuery } from '../../../lib/operator/bucket-overview.ts'
import { RefreshedPage } from '../../../ui/data/refreshed-page.tsx'
import { overviewQuery } from './overview.api.ts'
import { OverviewPlots } from './overview-plots.tsx'
import { OverviewTiles } from './overview-tiles.tsx'

/** Somebody waits for what does not come: a login link, the end of a takedown request. */
function LostMails({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-warn p-3.5 text-warn-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        <strong>
          {counted(count, 'mail')} of the last {PLOT_DAYS} days did not arrive.
        </strong>{' '}
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
  const query = useQuery(overviewQuery)
  const client = useQueryClient()
  const refresh = () => {
    void client.invalidateQueries({ queryKey: bucketOverviewQuery.queryKey })
    return query.refetch()
  }
  return (
    <RefreshedPage
      title="Overview"
      purpose="What happens on the site, and what waits for you."
      noun="overview"
      query={query}
      onRefresh={refresh}
    >
      {(data) => (
        <>
          <LostMails count={data?.queues.lostMails ?? 0} />
          <OverviewTiles data={data} />
          <OverviewPlots days={data?.days} />
        </>
      )}
    </RefreshedPage>
  )
}
