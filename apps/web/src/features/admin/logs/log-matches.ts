import { type AuditEntry, listAuditLogs } from '@hotvote/shared/operator/audit'
import { validQuery } from '../../../lib/browser/url-state.ts'

/** What the address of the screen holds. */
export const DEFAULT_FILTERS = { eventType: 'all', search: '', date: '', live: '', cursor: '' }
export type LogFilters = Pick<typeof DEFAULT_FILTERS, 'eventType' | 'search' | 'date'>
const NO_FILTERS: LogFilters = { eventType: 'all', search: '', date: '' }

/** As the server compares: without spaces, in any case. */
const withoutSpaces = (text: string) => text.replaceAll(' ', '')

/**
 * The filters of `admin.md §5`, once more in the browser: what is on screen narrows down before the server has answered.
 * An entry that the server found is never hidden.
 */
export const matches = (entry: AuditEntry, { eventType, search, date }: LogFilters) => {
  if (eventType !== 'all' && entry.event !== eventType) return false
  if (!entry.timestamp.startsWith(date)) return false
  const whole = withoutSpaces(JSON.stringify(entry))
  const wanted = withoutSpaces(search)
  // Some letters are the same in one case only.
  return whole.toLowerCase().includes(wanted.toLowerCase()) || whole.toUpperCase().includes(wanted.toUpperCase())
}

/** Without what the server refuses: an address may say anything (docs/decisions/016). */
export const existing = ({ eventType, search, date }: LogFilters): LogFilters => ({
  ...NO_FILTERS,
  ...validQuery(listAuditLogs, { eventType, search, date }),
})
