import type { Sent } from '@hotvote/shared/contract'
import { type AuditEntry, type auditStats, listAuditLogs } from '@hotvote/shared/operator/audit'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { CallError } from '../../../lib/api/call-error.ts'
import { saveFile } from '../../../lib/api/download.ts'
import { validQuery, withoutEmpty } from '../../../lib/browser/url-state.ts'
import { callWithToken, fetchFileAsOperator, pagesWithToken } from '../../../lib/operator/call-as-operator.ts'
import { requireOperator } from '../../../lib/operator/operator.ts'
import { PAGE_ROWS, POLL_MS, pageQuery } from '../../../lib/operator/operator-query.ts'

export const DEFAULT_FILTERS = { eventType: 'all', search: '', date: '', live: '', cursor: '' }
export type LogFilters = Pick<typeof DEFAULT_FILTERS, 'eventType' | 'search' | 'date'>
const NO_FILTERS: LogFilters = { eventType: 'all', search: '', date: '' }

/** Removes spaces, because the server's search ignores them, too. */
const withoutSpaces = (text: string) => text.replaceAll(' ', '')

/** Filters visible entries until the server responds (`admin.md §5`). Must not hide entries the server would find. */
export const matches = (entry: AuditEntry, { eventType, search, date }: LogFilters) => {
  if (eventType !== 'all' && entry.event !== eventType) return false
  if (!entry.timestamp.startsWith(date)) return false
  const whole = withoutSpaces(JSON.stringify(entry))
  const wanted = withoutSpaces(search)
  // Compare in both cases, because some letters match only in one of them.
  return whole.toLowerCase().includes(wanted.toLowerCase()) || whole.toUpperCase().includes(wanted.toUpperCase())
}

/** Drops filters from the URL that are invalid (docs/decisions/016). */
export const toValidFilters = ({ eventType, search, date }: LogFilters): LogFilters => ({
  ...NO_FILTERS,
  ...validQuery(listAuditLogs, { eventType, search, date }),
})

const LIST = 'GET /api/admin/audit-logs'
export const LOGS = ['admin', 'audit-logs']

type Query = Partial<Sent<typeof listAuditLogs, 'query'>>

/** Builds the query, leaving out empty filters (`admin.md §7`). */
const buildQuery = ({ eventType, ...others }: LogFilters) =>
  withoutEmpty({ ...others, eventType: eventType === 'all' ? '' : eventType }) as Query

/** One page of log entries. Live mode polls only the first page. */
export const logsQuery = (filters: LogFilters, { cursor, isLive }: { cursor: string; isLive: boolean }) => {
  const query = { ...buildQuery(filters), limit: PAGE_ROWS }
  return queryOptions({
    ...pageQuery([...LOGS, 'list', query], pagesWithToken<typeof listAuditLogs>(LIST, { query }), cursor),
    refetchInterval: isLive && cursor === '' && POLL_MS,
  })
}

export const logStatsQuery = (filters: LogFilters, isLive = false) => {
  const query = buildQuery(filters)
  return queryOptions({
    queryKey: [...LOGS, 'stats', query],
    queryFn: () => callWithToken<typeof auditStats>('GET /api/admin/audit-log-stats', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: isLive && POLL_MS,
  })
}

const FAILED = 'Failed to export logs'

export const exportLogs = mutationOptions({
  mutationFn: async (filters: LogFilters) => {
    requireOperator()
    const query = new URLSearchParams({ ...buildQuery(filters), export: 'true' })
    try {
      const day = new Date().toISOString().slice(0, 10)
      await saveFile(await fetchFileAsOperator(`/api/admin/audit-logs?${query}`), `audit-logs-${day}.json`)
    } catch (error) {
      // Use the fixed message from `admin.md §8`.
      throw error instanceof CallError && error.status !== 401 ? new Error(FAILED, { cause: error }) : error
    }
  },
  meta: {
    done: { title: 'Success', description: 'Audit logs exported successfully' },
    failed: { title: 'Error', fallback: FAILED },
  },
})
