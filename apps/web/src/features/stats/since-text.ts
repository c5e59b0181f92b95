import { PLOT_DAYS } from '@hotvote/shared/limits'
import { date } from '../../lib/browser/format.ts'

const startOfDay = (time: Date) => new Date(time.getFullYear(), time.getMonth(), time.getDate())
/** Rounds the number of days, because a day may have 23 or 25 hours. */
const daysBetween = (from: Date, to: Date) =>
  Math.round((startOfDay(to).getTime() - startOfDay(from).getTime()) / 86_400_000)

const two = (value: number) => String(value).padStart(2, '0')

/** Returns `since 14:05`, `since yesterday`, `since Monday` or `since 07/Mar/2026`, in the visitor's time zone. */
export function sinceText(since: string, now: Date) {
  const time = new Date(since)
  const days = daysBetween(time, now)
  if (days <= 0) return `since ${two(time.getHours())}:${two(time.getMinutes())}`
  if (days === 1) return 'since yesterday'
  if (days < 7) return `since ${time.toLocaleDateString('en-US', { weekday: 'long' })}`
  return days < PLOT_DAYS ? `since ${date(since)}` : `in the last ${PLOT_DAYS} days`
}
