import { count } from '@hotvote/shared/counted'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { dayDate } from '../../lib/browser/format.ts'

/** One kind of bar. The bars of each day are stacked. */
export type Series<Key extends string> = { key: Key; name: string; color: string }
/** Values of one day. `day` is an ISO date such as `2026-03-07`. */
export type DayOf<Key extends string> = { day: string } & Record<Key, number>

type Props<Key extends string> = {
  days: DayOf<Key>[]
  series: Series<Key>[]
  label: string
}

const axis = { stroke: 'var(--color-mute)', fontSize: 12, tickLine: false, axisLine: false } as const
const shortDay = (day: string) => dayDate(day).slice(0, 6).replace('/', ' ')
const compact = (value: number) => Intl.NumberFormat('en-US', { notation: 'compact' }).format(value)
const tooltip = {
  background: 'var(--color-panel)',
  border: '1px solid var(--color-line)',
  borderRadius: 12,
  color: 'var(--color-text)',
}

export function DayBars<Key extends string>({ days, series, label }: Props<Key>) {
  return (
    <ResponsiveContainer>
      {/* The arrow keys move the tooltip from day to day, and screen readers announce it. */}
      <BarChart data={days} accessibilityLayer aria-label={label} margin={{ top: 4, right: 4, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--color-line)" />
        <XAxis dataKey="day" tickFormatter={shortDay} minTickGap={24} {...axis} />
        <YAxis width={44} allowDecimals={false} tickFormatter={compact} {...axis} />
        <Tooltip
          cursor={{ fill: 'var(--color-raised)' }}
          contentStyle={tooltip}
          itemStyle={{ color: 'var(--color-text)' }}
          labelFormatter={(day) => dayDate(String(day))}
          formatter={(value) => count(Number(value))}
        />
        {series.length > 1 && (
          <Legend iconType="circle" iconSize={8} formatter={(name) => <span className="text-mute">{name}</span>} />
        )}
        {series.map(({ key, name, color }) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            fill={color}
            stackId="day"
            isAnimationActive={false}
            maxBarSize={28}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}
