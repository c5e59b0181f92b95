const MINUTE = 60_000
export const HOUR_MS = 60 * MINUTE
export const DAY_MS = 24 * HOUR_MS
/** Ages up to this limit are shown in hours, because decisions are due within 48 hours. */
const HOURS_MAX = 72

type Rounding = (value: number) => number

const span = (ms: number, round: Rounding) => {
  if (round(ms / HOUR_MS) > HOURS_MAX) return `${round(ms / DAY_MS)} d`
  return round(ms / MINUTE) < 60 ? `${Math.max(1, round(ms / MINUTE))} min` : `${round(ms / HOUR_MS)} h`
}

/** Formats an age such as `43 h`. `now` is in milliseconds. */
export const formatAge = (openedAt: string, now: number) => span(Math.max(0, now - Date.parse(openedAt)), Math.floor)

/** Formats a time as `just now`, `12 min ago` or `in 7 d`. */
export const formatAgo = (iso: string, now: number) => {
  const left = Date.parse(iso) - now
  if (left <= 0 && left > -MINUTE) return 'just now'
  return left > 0 ? `in ${span(left, Math.ceil)}` : `${span(-left, Math.floor)} ago`
}

/** Formats a due date as `due in 5 h` or `overdue by 3 h`. `isSoon` is true in the last 12 hours. */
export const formatDue = (dueAt: string, now: number) => {
  const left = Date.parse(dueAt) - now
  return left > 0
    ? { text: `due in ${span(left, Math.ceil)}`, isOverdue: false, isSoon: left <= 12 * HOUR_MS }
    : { text: `overdue by ${span(-left, Math.floor)}`, isOverdue: true, isSoon: false }
}
