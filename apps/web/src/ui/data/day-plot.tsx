import { count, counted } from '@hotvote/shared/counted'
import { PLOT_DAYS, PLOT_RANGES } from '@hotvote/shared/limits'
import { clsx } from 'clsx'
import { ChevronRight, Download } from 'lucide-react'
import { Link } from 'wouter'
import { saveFile } from '../../lib/api/download.ts'
import { lazyComponent } from '../../lib/api/lazy-component.tsx'
import { dayDate } from '../../lib/browser/format.ts'
import { useUrlState } from '../../lib/browser/url-state.ts'
import { Button } from '../forms/button.tsx'
import type { DayBars as Bars, DayOf, Series } from './day-bars.tsx'

const RANGE = { days: String(PLOT_DAYS) }

/** Number of days shown by all plots on a screen, stored in the URL. */
function usePlotRange() {
  const [{ days }, change] = useUrlState(RANGE)
  const range = PLOT_RANGES.find((known) => String(known) === days) ?? PLOT_DAYS
  return [range, (next: number) => change({ days: String(next) })] as const
}

export function PlotRange() {
  const [range, setRange] = usePlotRange()
  return (
    <fieldset className="flex gap-1">
      <legend className="sr-only">Days shown</legend>
      {PLOT_RANGES.map((days) => (
        <Button key={days} size="small" aria-pressed={days === range} onClick={() => setRange(days)}>
          {days} days
        </Button>
      ))}
    </fieldset>
  )
}

type Props<Key extends string> = {
  title: string
  /** Singular noun, such as `vote`. */
  noun: string
  href?: string
  series: Series<Key>[]
  /** Days of the longest range, oldest first. Undefined while loading. */
  days: DayOf<Key>[] | undefined
  className?: string
}

export function DayPlot<Key extends string>({ title, noun, href, series, days: all = [], className }: Props<Key>) {
  const [range] = usePlotRange()
  const days = all.slice(-range)
  const sumDay = (day: DayOf<Key>) => series.reduce((sum, { key }) => sum + day[key], 0)
  const total = days.reduce((sum, day) => sum + sumDay(day), 0)
  const isLoaded = days.length > 0
  return (
    <figure className={clsx('flex min-w-0 flex-col rounded-card border border-line bg-panel p-4', className)}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base">
          {href ? (
            <Link href={href} className="inline-flex min-h-11 items-center rounded-control hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {isLoaded && <span className="text-sm text-mute">{`${counted(total, noun)} in ${range} days`}</span>}
      </figcaption>
      {/* Reserve the height of the plot and of the button that shows the table. */}
      <div className={clsx('mt-2', total > 0 ? 'h-52' : 'h-65')}>
        {!isLoaded && <PlotSkeleton />}
        {isLoaded && total === 0 && (
          <p className="grid h-full place-items-center text-mute">{`No ${noun}s in the last ${range} days`}</p>
        )}
        {total > 0 && (
          <DayBars days={days} series={series} label={`${title}: ${counted(total, noun)} in ${range} days`} />
        )}
      </div>
      {total > 0 && <Numbers title={title} days={days} series={series} />}
    </figure>
  )
}

const PlotSkeleton = () => <div className="size-full animate-breathe rounded-control bg-raised" />

const DayBars = lazyComponent(async () => (await import('./day-bars.tsx')).DayBars, PlotSkeleton) as typeof Bars

type NumbersProps<Key extends string> = { title: string; days: DayOf<Key>[]; series: Series<Key>[] }

const toCsv = <Key extends string>({ days, series }: NumbersProps<Key>) =>
  [['Day', ...series.map(({ name }) => name)], ...days.map((day) => [day.day, ...series.map(({ key }) => day[key])])]
    .map((row) => `${row.join(',')}\r\n`)
    .join('')

function Numbers<Key extends string>(props: NumbersProps<Key>) {
  const { title, days, series } = props
  const download = () =>
    saveFile(new Response(toCsv(props), { headers: { 'Content-Type': 'text/csv' } }), `${title}.csv`)
  return (
    <div className="relative mt-2">
      <details className="group">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 rounded-control pr-2 text-sm text-mute hover:text-text">
          <ChevronRight aria-hidden className="size-4 transition group-open:rotate-90" />
          Show as a table
        </summary>
        <Table days={days} series={series} />
      </details>
      <Button
        variant="ghost"
        size="small"
        className="absolute top-0 right-0 text-mute!"
        aria-label={`Download ${title} as CSV`}
        onClick={() => void download()}
      >
        <Download aria-hidden className="size-4" /> CSV
      </Button>
    </div>
  )
}

const Table = <Key extends string>({ days, series }: Pick<NumbersProps<Key>, 'days' | 'series'>) => (
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
            {dayDate(day.day)}
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
)
