import { type AuditEntry, listAuditLogs } from '@hotvote/shared/operator/audit'
import { validQuery } from '../../../lib/browser/url-state.ts'

export const DEFAULT_FILTERS = { eventType: 'all', search: '', date: '', live: '', cursor: '' }
export type LogFilters = Pick<typeof DEFAULT_FILTERS, 'eventType' | 'search' | 'date'>
const NO_FILTERS: LogFilters = { eventType: 'all', search: '', date: '' }

/** Ignores spaces, like the server's search. */
const withoutSpaces = (text: string) => text.replaceAll(' ', '')

/** Filters visible entries before the server answers (`admin.md §5`); must accept all entries the server would find. */
export const matches = (entry: AuditEntry, { eventType, search, date }: LogFilters) => {
  if (eventType !== 'all' && entry.event !== eventType) return false
  if (!entry.timestamp.startsWith(date)) return false
  const whole = withoutSpaces(JSON.stringify(entry))
  const wanted = withoutSpaces(search)
  // Some letters are equal only in lower case or only in upper case.
  return whole.toLowerCase().includes(wanted.toLowerCase()) || whole.toUpperCase().includes(wanted.toUpperCase())
}

/** Drops invalid values from the URL (docs/decisions/016). */
export const toValidFilters = ({ eventType, search, date }: LogFilters): LogFilters => ({
  ...NO_FILTERS,
  ...validQuery(listAuditLogs, { eventType, search, date }),
})
