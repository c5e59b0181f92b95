const MINUTE = 60_000
export const HOUR_MS = 60 * MINUTE
export const DAY_MS = 24 * HOUR_MS
/** Decisions are due within 48 hours, so ages switch to days only after 72. */
const HOURS_MAX = 72

type Rounding = (value: number) => number

const span = (ms: number, round: Rounding) => {
  if (round(ms / HOUR_MS) > HOURS_MAX) return `${round(ms / DAY_MS)} d`
  return round(ms / MINUTE) < 60 ? `${Math.max(1, round(ms / MINUTE))} min` : `${round(ms / HOUR_MS)} h`
}

/** `43 h`. `now` is in milliseconds. */
export const formatAge = (openedAt: string, now: number) => span(Math.max(0, now - Date.parse(openedAt)), Math.floor)

/** `12 min ago`, `in 7 d`. */
export const formatAgo = (iso: string, now: number) => {
  const left = Date.parse(iso) - now
  return left > 0 ? `in ${span(left, Math.ceil)}` : `${span(-left, Math.floor)} ago`
}

/** `due in 5 h`, `overdue by 3 h`; `isSoon` in the last 12 hours. */
export const formatDue = (dueAt: string, now: number) => {
  const left = Date.parse(dueAt) - now
  return left > 0
    ? { text: `due in ${span(left, Math.ceil)}`, isOverdue: false, isSoon: left <= 12 * HOUR_MS }
    : { text: `overdue by ${span(-left, Math.floor)}`, isOverdue: true, isSoon: false }
}
