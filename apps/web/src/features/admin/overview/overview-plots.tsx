import type { ActivityDay } from '@hotvote/shared/overview'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { adminPaths } from '../../../lib/admin-paths.ts'
import { count, counted, date } from '../../../lib/format.ts'
import type { Series } from './bars.tsx'

const Bars = lazy(async () => ({ default: (await import('./bars.tsx')).Bars }))

const plots: { title: string; noun: string; href: string; series: Series[] }[] = [
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

/** The last 30 days; each plot has its numbers as a table too. */
export function OverviewPlots({ days }: { days: ActivityDay[] | undefined }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {plots.map((plot) => (
        <Plot key={plot.title} {...plot} days={days} />
      ))}
    </div>
  )
}

type PlotProps = (typeof plots)[number] & { days: ActivityDay[] | undefined }

/** Local noon, so that the day stays the same in every time zone. */
const dayText = (day: string) => date(`${day}T12:00`)

function Plot({ title, noun, href, series, days = [] }: PlotProps) {
  const sumOf = (day: ActivityDay) => series.reduce((sum, { key }) => sum + day[key], 0)
  const total = days.reduce((sum, day) => sum + sumOf(day), 0)
  const isLoaded = days.length > 0
  return (
    <figure className="flex min-w-0 flex-col rounded-card border border-line bg-panel p-4 first:lg:col-span-2">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base">
          <Link href={href} className="inline-flex min-h-11 items-center rounded-control hover:underline">
            {title}
          </Link>
        </h2>
        {isLoaded && <span className="text-sm text-mute">{counted(total, noun)} in 30 days</span>}
      </figcaption>
      <div className="mt-2 h-52">
        {!isLoaded && <Waiting />}
        {isLoaded && total === 0 && (
          <p className="grid h-full place-items-center text-mute">{`No ${noun}s in the last 30 days`}</p>
        )}
        {total > 0 && (
          <Suspense fallback={<Waiting />}>
            <Bars days={days} series={series} label={`${title}: ${counted(total, noun)} in 30 days`} />
          </Suspense>
        )}
      </div>
      {total > 0 && <Numbers days={days} series={series} />}
    </figure>
  )
}

const Waiting = () => <div className="size-full animate-breathe rounded-control bg-raised" />

function Numbers({ days, series }: { days: ActivityDay[]; series: Series[] }) {
  return (
    <details className="mt-2">
      <summary className="flex min-h-11 w-fit items-center rounded-control text-sm text-mute hover:text-text">
        Show as a table
      </summary>
      <table className="w-full text-sm">
        <thead>
          <tr className="*:py-1.5 *:font-semibold">
            <th scope="col" className="text-left">
              Day
            </th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col" className="text-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="*:border-t *:border-line *:py-1.5">
              <th scope="row" className="text-left font-normal">
                {dayText(day.day)}
              </th>
              {series.map(({ key }) => (
                <td key={key} className="text-right">
                  {count(day[key])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
