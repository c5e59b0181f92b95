import type { Answer } from '@hotvote/shared/contract'
import { count, counted } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { ActivityDay, overview } from '@hotvote/shared/operator/overview'
import { toTally } from '@hotvote/shared/tally'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
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
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { operatorQuery, polled } from '../../../lib/operator/operator-query.ts'
import { bucketOverviewQuery, bucketSize } from '../../../lib/operator/totals.ts'
import { RefreshedPage } from '../../../ui/data/admin-page.tsx'
import type { Series } from '../../../ui/data/day-bars.tsx'
import { DayPlot } from '../../../ui/data/day-plot.tsx'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'

/** Shows a warning, because visitors wait for mails such as login links. */
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
          See the audit log for details
        </Link>
        .
      </span>
    </p>
  )
}

/** Dashboard (`admin.md §2`). */
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
      purpose="Activity on the site, and everything that waits for you."
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

const hotShare = (hot: number, not: number) => (hot + not === 0 ? '–' : `${toTally(hot, not).hotPercentage} %`)

const jobsNote = ({ failedJobs }: Overview['queues']) =>
  failedJobs > 0 ? `${count(failedJobs)} failed` : 'None failed'

const urgentNote = ({ urgentReports }: Overview['queues']) =>
  urgentReports > 0 ? `${count(urgentReports)} urgent` : undefined

const reviewNote = (uploads = 0) => (uploads > 0 ? `${counted(uploads, 'upload')} to review` : undefined)

type Tile = [label: string, icon: LucideIcon, value: number | string | undefined, href: string, note?: string]

const Tiles = ({ tiles, children }: { tiles: Tile[]; children?: ReactNode }) => (
  <StatTiles>
    {tiles.map(([label, icon, value, href, note]) => (
      <StatTile key={label} {...{ label, icon, href, note }} value={typeof value === 'number' ? count(value) : value} />
    ))}
    {children}
  </StatTiles>
)

function OverviewTiles({ data }: { data: Overview | undefined }) {
  const { queues, totals, days } = data ?? {}
  const redirects = days?.reduce((sum, day) => sum + day.redirects, 0)
  return (
    <>
      <Tiles
        tiles={[
          ['Reports', Flag, queues?.reports, adminPaths.queue, queues && urgentNote(queues)],
          [
            'Pending takedowns',
            ShieldAlert,
            queues?.pendingTakedowns,
            adminPaths.dmca,
            reviewNote(queues?.waitingLookAlikes),
          ],
          [
            'Pending uploads',
            Clock,
            queues?.pendingUploads,
            queues?.waitingUploads ? adminPaths.review : adminPaths.media,
            reviewNote(queues?.waitingUploads),
          ],
          ['Jobs waiting', ListChecks, queues?.waitingJobs, adminPaths.health, queues && jobsNote(queues)],
          ['Redirects fired', Route, redirects, adminPaths.trafficHandlers, `in ${PLOT_DAYS} days`],
        ]}
      />
      <Tiles
        tiles={[
          ['Media', Images, totals?.media, adminPaths.media],
          ['Votes', Vote, totals && totals.hotVotes + totals.notVotes, adminPaths.exportVotes],
          ['Hot share', Flame, totals && hotShare(totals.hotVotes, totals.notVotes), adminPaths.media],
        ]}
      >
        <StorageTile />
      </Tiles>
    </>
  )
}

/** Loaded separately, so a slow bucket does not delay the dashboard (`docs/decisions/012`). */
function StorageTile() {
  const { data, error } = useQuery(bucketOverviewQuery)
  const value = data?.totals ? bucketSize(data.totals.totalBytes) : data || error ? '–' : undefined
  const note = data?.totals === null ? 'Not counted yet' : error && !data ? 'The store did not answer' : undefined
  return <StatTile label="Storage used" icon={HardDrive} value={value} note={note} href={adminPaths.bucket} />
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
