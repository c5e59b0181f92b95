import type { ActivityDay } from '@hotvote/shared/overview'
import { adminPaths } from '../../../lib/operator/admin-paths.ts'
import type { Series } from '../../../ui/data/day-bars.tsx'
import { DayPlot } from '../../../ui/data/day-plot.tsx'

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
