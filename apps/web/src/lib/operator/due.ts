const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** One day of 24 hours, in milliseconds. */
export const DAY_MS = 24 * HOUR
/** Up to here a time is told in hours: a decision is promised within 48. */
const HOURS_MAX = 72

type Rounding = (value: number) => number

const span = (ms: number, round: Rounding) => {
  if (round(ms / HOUR) > HOURS_MAX) return `${round(ms / DAY_MS)} d`
  return round(ms / MINUTE) < 60 ? `${Math.max(1, round(ms / MINUTE))} min` : `${round(ms / HOUR)} h`
}

/** How long a request waits: `43 h`. Times are ISO, `now` is in milliseconds. */
export const formatAge = (openedAt: string, now: number) => span(Math.max(0, now - Date.parse(openedAt)), Math.floor)

/** `due in 5 h`, `overdue by 3 h`; `isSoon` in the last half day. */
export const formatDue = (dueAt: string, now: number) => {
  const left = Date.parse(dueAt) - now
  return left > 0
    ? { text: `due in ${span(left, Math.ceil)}`, isOverdue: false, isSoon: left <= 12 * HOUR }
    : { text: `overdue by ${span(-left, Math.floor)}`, isOverdue: true, isSoon: false }
}
