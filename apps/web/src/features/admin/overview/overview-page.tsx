import type { Answer } from '@hotvote/shared/contract'
import { count, counted } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { ActivityDay, overview } from '@hotvote/shared/overview'
import { tallyOf } from '@hotvote/shared/tally'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Clock,
  Flag,
  Flame,
  HardDrive,
  Images,
  ListChecks,
  Route,
  ShieldAlert,
  TriangleAlert,
  Vote,
} from 'lucide-react'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { operatorQuery, polled } from '../../../lib/operator/operator-query.ts'
import { bucketOverviewQuery, bucketSize } from '../../../lib/operator/totals.ts'
import { RefreshedPage } from '../../../ui/data/admin-page.tsx'
import type { Series } from '../../../ui/data/day-bars.tsx'
import { DayPlot } from '../../../ui/data/day-plot.tsx'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'

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

type Overview = Answer<typeof overview>

/** Whole percent; a dash without votes. */
const hotShare = (hot: number, not: number) => (hot + not === 0 ? '–' : `${tallyOf(hot, not).hotPercentage} %`)

const jobsNote = ({ failedJobs }: Overview['queues']) =>
  failedJobs > 0 ? `${count(failedJobs)} failed` : 'None failed'

const urgentNote = ({ urgentReports }: Overview['queues']) =>
  urgentReports > 0 ? `${count(urgentReports)} urgent` : undefined

const reviewNote = ({ waitingLookAlikes }: Overview['queues']) =>
  waitingLookAlikes > 0 ? `${counted(waitingLookAlikes, 'upload')} to review` : undefined

/** Waiting work first, then totals; each tile leads to its screen. */
export function OverviewTiles({ data }: { data: Overview | undefined }) {
  return (
    <>
      <Queues queues={data?.queues} days={data?.days} />
      <Totals totals={data?.totals} />
    </>
  )
}

function Totals({ totals }: { totals: Overview['totals'] | undefined }) {
  return (
    <StatTiles>
      <StatTile label="Media" icon={Images} value={totals && count(totals.media)} href={adminPaths.media} />
      <StatTile
        label="Votes"
        icon={Vote}
        value={totals && count(totals.hotVotes + totals.notVotes)}
        href={adminPaths.exportVotes}
      />
      <StatTile
        label="Hot share"
        icon={Flame}
        value={totals && hotShare(totals.hotVotes, totals.notVotes)}
        href={adminPaths.media}
      />
      <StorageTile />
    </StatTiles>
  )
}

/** The figure of the bucket's screen (`docs/decisions/012`); a store that does not answer holds up nothing else. */
function StorageTile() {
  const { data, error } = useQuery(bucketOverviewQuery)
  const value = data?.totals ? bucketSize(data.totals.totalBytes) : data || error ? '–' : undefined
  const note = data?.totals === null ? 'Not counted yet' : error && !data ? 'The store did not answer' : undefined
  return <StatTile label="Storage used" icon={HardDrive} value={value} note={note} href={adminPaths.bucket} />
}

type QueuesProps = { queues: Overview['queues'] | undefined; days: Overview['days'] | undefined }

function Queues({ queues, days }: QueuesProps) {
  const redirects = days?.reduce((sum, day) => sum + day.redirects, 0)
  return (
    <StatTiles>
      <StatTile
        label="Reports"
        icon={Flag}
        value={queues && count(queues.reports)}
        note={queues && urgentNote(queues)}
        href={adminPaths.queue}
      />
      <StatTile
        label="Pending takedowns"
        icon={ShieldAlert}
        value={queues && count(queues.pendingTakedowns)}
        note={queues && reviewNote(queues)}
        href={adminPaths.dmca}
      />
      <StatTile
        label="Pending uploads"
        icon={Clock}
        value={queues && count(queues.pendingUploads)}
        href={adminPaths.media}
      />
      <StatTile
        label="Jobs waiting"
        icon={ListChecks}
        value={queues && count(queues.waitingJobs)}
        note={queues && jobsNote(queues)}
        href={adminPaths.health}
      />
      <StatTile
        label="Redirects fired"
        icon={Route}
        value={redirects === undefined ? undefined : count(redirects)}
        note={`in ${PLOT_DAYS} days`}
        href={adminPaths.trafficHandlers}
      />
    </StatTiles>
  )
}

type ActivitySeries = Series<Exclude<keyof ActivityDay, 'day'>>[]

const plots: { title: string; noun: string; href: string; series: ActivitySeries }[] = [
  {
    title: 'Votes per day',
    noun: 'vote',
    href: adminPaths.exportVotes,
    series: [
      { key: 'hotVotes', name: 'Hot', color: 'var(--color-hot)' },
      { key: 'notVotes', name: 'Not', color: 'var(--color-not)' },
    ],
  },
  {
    title: 'Uploads per day',
    noun: 'upload',
    href: adminPaths.media,
    series: [{ key: 'uploads', name: 'Uploads', color: 'var(--color-avatar)' }],
  },
  {
    title: 'Redirects per day',
    noun: 'redirect',
    href: adminPaths.trafficHandlers,
    series: [{ key: 'redirects', name: 'Redirects', color: 'var(--color-avatar-end)' }],
  },
]

/** The last days (`PLOT_DAYS`); the first plot is as wide as two. */
export function OverviewPlots({ days }: { days: ActivityDay[] | undefined }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {plots.map((plot) => (
        <DayPlot key={plot.title} {...plot} days={days} className="first:lg:col-span-2" />
      ))}
    </div>
  )
}

export const overviewQuery = queryOptions({ ...operatorQuery<typeof overview>('GET /api/admin/overview'), ...polled })
