import type { Answer } from '@hotvote/shared/contract'
import { count, counted } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { overview } from '@hotvote/shared/overview'
import { tallyOf } from '@hotvote/shared/tally'
import { useQuery } from '@tanstack/react-query'
import { Clock, Flag, Flame, HardDrive, Images, ListChecks, Route, ShieldAlert, Vote } from 'lucide-react'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import { bucketOverviewQuery } from '../../../lib/operator/bucket-overview.ts'
import { bucketSize } from '../../../lib/operator/bucket-size.ts'
import { StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'

type Overview = Answer<typeof overview>

/** Whole percent; a dash without votes. */
const hotShare = (hot: number, not: number) => (hot + not === 0 ? '–' : `${tallyOf(hot, not).hotPercentage} %`)

const jobsNote = ({ failedJobs }: Overview['queues']) =>
  failedJobs > 0 ? `${count(failedJobs)} failed` : 'None failed'

const urgentNote = ({ urgentReports }: Overview['queues']) =>
  urgentReports > 0 ? `${count(urgentReports)} urgent` : undefined

const reviewNote = ({ waitingLookAlikes }: Overview['queues']) =>
  waitingLookAlikes > 0 ? `${counted(waitingLookAlikes, 'upload')} to review` : undefined

/** What waits, then the totals; each leads to its screen. */
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

/** The figure of the bucket's screen (`docs/decisions/024`); a store that does not answer holds up nothing else. */
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
