import type { Answer } from '@hotvote/shared/contract'
import { counted } from '@hotvote/shared/counted'
import { PLOT_DAYS } from '@hotvote/shared/limits'
import type { votesPerDay } from '@hotvote/shared/visitor/stats'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Flame, Snowflake } from 'lucide-react'
import { dayDate } from '../../lib/browser/format.ts'
import { TryAgain } from '../../ui/forms/button.tsx'

type Days = Answer<typeof votesPerDay>

/** Dimensions in SVG units. */
const DAY_WIDTH = 10
const HEIGHT = 100

type Props<Key extends readonly unknown[]> = {
  title: string
  query: UseQueryOptions<Days, Error, Days, Key>
  className?: string
}

export function VotesPlot<Key extends readonly unknown[]>({ title, query, className }: Props<Key>) {
  const { data: days, isPending, isError, refetch } = useQuery(query)
  return (
    <figure className={className}>
      <figcaption className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
        <span className="font-semibold">{title}</span>
        <span className="flex gap-3 text-mute">
          <span className="flex items-center gap-1">
            <Flame aria-hidden className="size-4 text-hot-ink" /> Hot
          </span>
          <span className="flex items-center gap-1">
            <Snowflake aria-hidden className="size-4 text-not-ink" /> Not
          </span>
        </span>
      </figcaption>
      <div className={clsx('mt-2 h-28 rounded-control bg-raised p-2', isPending && 'animate-breathe')}>
        {days && <Bars days={days} />}
        {isError && (
          <div role="alert" className="flex h-full items-center justify-center gap-3 text-sm text-mute">
            We couldn't load the chart.
            <TryAgain size="small" onClick={() => void refetch()} />
          </div>
        )}
      </div>
      <p aria-hidden className="mt-1 flex h-4 justify-between text-xs text-mute">
        {days && <Ends days={days} />}
      </p>
    </figure>
  )
}

const addUp = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

function summarize(days: Days) {
  const [hot, not] = [addUp(days.map((day) => day.hot)), addUp(days.map((day) => day.not))]
  const busiest = days.toSorted((a, b) => b.hot + b.not - a.hot - a.not)[0]
  const most = busiest ? ` Most on ${dayDate(busiest.day)}: ${counted(busiest.hot + busiest.not, 'vote')}.` : ''
  return {
    total: hot + not,
    text: `${counted(hot, 'hot vote')} and ${counted(not, 'not vote')} in ${PLOT_DAYS} days.${most}`,
  }
}

function Bars({ days }: { days: Days }) {
  const { total, text } = summarize(days)
  if (total === 0)
    return (
      <p className="grid h-full place-items-center text-sm text-mute">{`No votes in the last ${PLOT_DAYS} days`}</p>
    )
  const up = Math.max(...days.map(({ hot }) => hot))
  const down = Math.max(...days.map(({ not }) => not))
  const unit = (HEIGHT - 2) / (up + down)
  const base = 1 + up * unit
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox={`0 0 ${days.length * DAY_WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="size-full"
    >
      {days.map(({ day, hot, not }, n) => (
        <g key={day}>
          <title>{`${dayDate(day)}: ${hot} hot, ${not} not`}</title>
          <rect x={n * DAY_WIDTH} y={0} width={DAY_WIDTH} height={HEIGHT} fill="transparent" />
          <rect
            x={n * DAY_WIDTH + 1.5}
            y={base - hot * unit}
            width={DAY_WIDTH - 3}
            height={hot * unit}
            className="fill-hot"
          />
          <rect x={n * DAY_WIDTH + 1.5} y={base} width={DAY_WIDTH - 3} height={not * unit} className="fill-not" />
        </g>
      ))}
      <line
        x1={0}
        x2={days.length * DAY_WIDTH}
        y1={base}
        y2={base}
        className="stroke-edge"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

const Ends = ({ days }: { days: Days }) => (
  <>
    <span>{dayDate(days[0]?.day ?? '')}</span>
    {/* Show the time zone, because the last UTC day may be tomorrow for visitors in the Americas. */}
    <span>{dayDate(days.at(-1)?.day ?? '')} (UTC)</span>
  </>
)
