import type { auditStats, listAuditLogs } from '@hotvote/shared/audit'
import type { Sent } from '@hotvote/shared/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { withoutEmpty } from '../../../lib/browser/url-state.ts'
import { CallError } from '../../../lib/net/call-error.ts'
import { saveFile } from '../../../lib/net/download.ts'
import { callWithToken, fetchFileAsOperator, pagesWithToken } from '../../../lib/operator/call-as-operator.ts'
import { requireOperator } from '../../../lib/operator/operator.ts'
import { POLL_MS } from '../../../lib/operator/operator-query.ts'
import { mergeEntries } from './live-entries.ts'
import type { LogFilters } from './log-matches.ts'

const LIST = 'GET /api/admin/audit-logs'
/** All that is known of the audit log. */
export const LOGS = ['admin', 'audit-logs']

type Query = Partial<Sent<typeof listAuditLogs, 'query'>>

/** Only what is set (`admin.md §7`). */
const queryOf = ({ eventType, ...others }: LogFilters) =>
  withoutEmpty({ ...others, eventType: eventType === 'all' ? '' : eventType }) as Query

export const logsQuery = (filters: LogFilters) => {
  const query = queryOf(filters)
  return infiniteQueryOptions({
    queryKey: [...LOGS, 'list', query],
    ...pagesWithToken<typeof listAuditLogs>(LIST, { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

const STATS = [...LOGS, 'stats']

export const logStatsQuery = (filters: LogFilters) => {
  const query = queryOf(filters)
  return queryOptions({
    queryKey: [...STATS, query],
    queryFn: () => callWithToken<typeof auditStats>('GET /api/admin/audit-log-stats', { query }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Entries that one such read may bring. */
const TAIL_LIMIT = 500
/** An entry may be committed after newer ones: so many are read again. */
const OVERLAP = 50

/** Looks for entries after the newest one and merges them into the list; not in a hidden tab. */
export const tailQuery = (client: QueryClient, filters: LogFilters) =>
  queryOptions({
    queryKey: [...LOGS, 'tail', queryOf(filters)],
    queryFn: async () => {
      const { queryKey } = logsQuery(filters)
      const newest = client.getQueryData(queryKey)?.pages[0]?.items[0]?.id ?? 0
      const after = newest > OVERLAP ? { after: newest - OVERLAP } : {}
      const query = { ...queryOf(filters), ...after, limit: TAIL_LIMIT }
      const { queryFn } = pagesWithToken<typeof listAuditLogs>(LIST, { query })
      const page = await queryFn({ pageParam: undefined })
      // So much at once was not followed: the list begins anew.
      if (page.next !== undefined && newest > OVERLAP) await client.invalidateQueries({ queryKey })
      else client.setQueryData(queryKey, (data) => data && mergeEntries(data, page.items))
      if ((page.items[0]?.id ?? 0) > newest) await client.invalidateQueries({ queryKey: STATS })
      return page.items.length
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: true,
  })

const FAILED = 'Failed to export logs'

export const exportLogs = mutationOptions({
  mutationFn: async (filters: LogFilters) => {
    requireOperator()
    const query = new URLSearchParams({ ...queryOf(filters), export: 'true' })
    try {
      const day = new Date().toISOString().slice(0, 10)
      await saveFile(await fetchFileAsOperator(`/api/admin/audit-logs?${query}`), `audit-logs-${day}.json`)
    } catch (error) {
      // The words of the specification, whatever the server says.
      throw error instanceof CallError && error.status !== 401 ? new Error(FAILED, { cause: error }) : error
    }
  },
  meta: {
    done: { title: 'Success', description: 'Audit logs exported successfully' },
    failed: { title: 'Error', fallback: FAILED },
  },
})
