import type { Answer } from '@hotvote/shared/contract'
import { count } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { ActivityDay, overview } from '@hotvote/shared/operator/overview'
import { DUE_HOURS } from '@hotvote/shared/operator/review-queue'
import { toTally } from '@hotvote/shared/tally'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import {
  Copy,
  Flag,
  Flame,
  HardDrive,
  Images,
  ListX,
  MailX,
  Network,
  ScanEye,
  ShieldAlert,
  Siren,
  Vote,
} from 'lucide-react'
import { adminPaths, queuePath } from '../../../lib/operator/admin-paths.ts'
import { formatDue, HOUR_MS } from '../../../lib/operator/due.ts'
import { operatorQuery, polled } from '../../../lib/operator/operator-query.ts'
import { bucketOverviewQuery, bucketSize } from '../../../lib/operator/totals.ts'
import { AdminPage, RefreshButton, Section } from '../../../ui/data/admin-page.tsx'
import type { Tone } from '../../../ui/data/badge.tsx'
import type { Series } from '../../../ui/data/day-bars.tsx'
import { DayPlot, PlotRange } from '../../../ui/data/day-plot.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'

/** Dashboard screen (`admin.md §2`). */
export function OverviewPage() {
  const show = (data?: Overview) => (
    <>
      <Desk data={data} />
      <Totals data={data} />
      <OverviewPlots days={data?.days} />
    </>
  )
  return (
    <AdminPage
      title="Overview"
      purpose="Activity on the site, and everything that waits for you."
      action={<RefreshButton queryKeys={[overviewQuery.queryKey, bucketOverviewQuery.queryKey]} />}
    >
      <QueryView query={useQuery(overviewQuery)} errorTitle="The overview could not be loaded" loading={show()}>
        {show}
      </QueryView>
    </AdminPage>
  )
}

type Overview = Answer<typeof overview>
type Decision = keyof Overview['decisions']

/** `hours` is the time limit for a decision. */
const decisions: { kind: Decision; label: string; icon: LucideIcon; href: string; hours: number }[] = [
  {
    kind: 'urgentReports',
    label: 'Urgent reports',
    icon: Siren,
    href: queuePath('report'),
    hours: DUE_HOURS.report,
  },
  { kind: 'otherReports', label: 'Other reports', icon: Flag, href: queuePath('report'), hours: DUE_HOURS.report },
  { kind: 'takedowns', label: 'Takedowns', icon: ShieldAlert, href: adminPaths.dmca, hours: DUE_HOURS.takedown },
  { kind: 'lookAlikes', label: 'Look-alikes', icon: Copy, href: queuePath('look_alike'), hours: DUE_HOURS.look_alike },
  { kind: 'surges', label: 'Busy networks', icon: Network, href: queuePath('surge'), hours: DUE_HOURS.surge },
  { kind: 'uploads', label: 'Uploads to review', icon: ScanEye, href: adminPaths.review, hours: DUE_HOURS.upload },
]

type Look = { value?: number; note?: string; tone?: Tone }

/** `hours` is the time limit for a decision. */
function describeDecision({ waiting, oldest }: Overview['decisions'][Decision], hours: number): Look {
  if (waiting === 0) return { value: 0, note: 'None', tone: 'neutral' }
  const now = Date.now()
  const dueAt = now - oldest * 1000 + hours * HOUR_MS
  const { text, isOverdue, isSoon } = formatDue(new Date(dueAt).toISOString(), now)
  return {
    value: waiting,
    note: text,
    ...(isOverdue ? { tone: 'danger' } : isSoon && { tone: 'warn' }),
  }
}

/** Shows everything that waits for the operator, in a fixed order, so tiles don't move on a refetch. */
function Desk({ data }: { data: Overview | undefined }) {
  const { failedJobs = 0, waitingJobs = 0, lostMails = 0 } = data?.queues ?? {}
  const describeFailures = (failed: number, note: string): Look =>
    data ? { value: failed, note, tone: failed > 0 ? 'danger' : 'neutral' } : {}
  return (
    <Section title="Waiting for you">
      <StatTiles>
        {decisions.map(({ kind, hours, ...tile }) => (
          <DeskTile key={kind} {...tile} {...(data && describeDecision(data.decisions[kind], hours))} />
        ))}
        <DeskTile
          label="Failed emails"
          icon={MailX}
          href={`${adminPaths.logs}?eventType=MAIL_NOT_DELIVERED`}
          {...describeFailures(lostMails, `In ${PLOT_DAYS} days`)}
        />
        <DeskTile
          label="Failed jobs"
          icon={ListX}
          href={adminPaths.health}
          {...describeFailures(failedJobs, `${count(waitingJobs)} waiting`)}
        />
      </StatTiles>
    </Section>
  )
}

type DeskTileProps = Look & { label: string; icon: LucideIcon; href: string }

/** A blank note keeps the tile's height while loading. */
const DeskTile = ({ value, note = '\u00a0', ...tile }: DeskTileProps) => (
  <StatTile {...tile} note={note} value={value === undefined ? undefined : count(value)} />
)

function Totals({ data }: { data: Overview | undefined }) {
  const { media, hotVotes = 0, notVotes = 0 } = data?.totals ?? {}
  return (
    <Section title="Totals">
      <StatTiles>
        <StatTile label="Media" icon={Images} value={figure(media, false)} href={adminPaths.media} />
        <StatTile label="Votes" icon={Vote} value={data && count(hotVotes + notVotes)} href={adminPaths.exportVotes} />
        <StatTile label="Hot share" icon={Flame} value={data && hotShare(hotVotes, notVotes)} href={adminPaths.media} />
        <StorageTile />
      </StatTiles>
    </Section>
  )
}

const hotShare = (hot: number, not: number) => (hot + not === 0 ? '–' : `${toTally(hot, not).hotPercentage}%`)

/** Storage size, loaded separately so a slow bucket does not delay the dashboard (`docs/decisions/012`). */
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

function OverviewPlots({ days }: { days: ActivityDay[] | undefined }) {
  return (
    <Section title="Activity" actions={<PlotRange />}>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {plots.map((plot) => (
          <DayPlot key={plot.title} {...plot} days={days} className="first:lg:col-span-2" />
        ))}
      </div>
    </Section>
  )
}

const overviewQuery = queryOptions({ ...operatorQuery<typeof overview>('GET /api/admin/overview'), ...polled })
