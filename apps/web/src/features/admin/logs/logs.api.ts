import type { Sent } from '@hotvote/shared/contract'
import type { AuditEntry, auditStats, listAuditLogs } from '@hotvote/shared/operator/audit'
import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { CallError } from '../../../lib/api/call-error.ts'
import { saveFile } from '../../../lib/api/download.ts'
import { callWithToken, fetchFileAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { requireOperator } from '../../../lib/operator/operator.ts'
import { POLL_MS, pageQuery } from '../../../lib/operator/operator-query.ts'

export const NO_FILTERS = { eventType: '', search: '', date: '' }

/** Removes spaces, because the server's search ignores them, too. */
const withoutSpaces = (text: string) => text.replaceAll(' ', '')

/** Filters visible entries until the server responds (`admin.md §5`). Must not hide entries the server would find. */
export const matches = (entry: AuditEntry, { eventType, search, date }: typeof NO_FILTERS) => {
  if (eventType !== '' && eventType !== 'all' && entry.event !== eventType) return false
  if (!entry.timestamp.startsWith(date)) return false
  const whole = withoutSpaces(JSON.stringify(entry))
  const wanted = withoutSpaces(search)
  // Compare in both cases, because some letters match only in one of them.
  return whole.toLowerCase().includes(wanted.toLowerCase()) || whole.toUpperCase().includes(wanted.toUpperCase())
}

export const LOGS = ['admin', 'audit-logs']

/** Filters that are set and valid (`admin.md §7`, docs/decisions/016). */
export type LogFilters = Pick<Partial<Sent<typeof listAuditLogs, 'query'>>, 'eventType' | 'search' | 'date'>

/** One page of log entries. Live mode polls only the first page. */
export const logsQuery = (query: LogFilters, { cursor, isLive }: { cursor: string; isLive: boolean }) =>
  queryOptions({
    ...pageQuery<typeof listAuditLogs>('GET /api/admin/audit-logs', cursor, {
      key: [...LOGS, 'list'],
      needsToken: true,
      query,
    }),
    refetchInterval: isLive && cursor === '' && POLL_MS,
  })

export const logStatsQuery = (query: LogFilters, isLive = false) =>
  queryOptions({
    queryKey: [...LOGS, 'stats', query],
    queryFn: () => callWithToken<typeof auditStats>('GET /api/admin/audit-log-stats', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: isLive && POLL_MS,
  })

const FAILED = 'Failed to export logs'

export const exportLogs = mutationOptions({
  mutationFn: async (filters: LogFilters) => {
    requireOperator()
    const query = new URLSearchParams({ ...filters, export: 'true' })
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
