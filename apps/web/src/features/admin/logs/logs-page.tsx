import { count } from '@hotvote/shared/counted'
import { auditEvents, listAuditLogs } from '@hotvote/shared/operator/audit'
import { useIsFetching, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarDays, Download, Eraser, ScrollText, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useDebounced } from '../../../lib/browser/hooks.ts'
import { useUrlState } from '../../../lib/browser/url-state.ts'
import { AdminPage, RefreshButton } from '../../../ui/data/admin-page.tsx'
import { Pager } from '../../../ui/data/pager.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { LoadFailure } from '../../../ui/feedback/query-view.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { SearchField, SelectField, TextField } from '../../../ui/forms/field.tsx'
import { LogList } from './log-list.tsx'
import { DEFAULT_FILTERS, existing, type LogFilters as Filters, matches } from './log-matches.ts'
import { exportLogs, LOGS, logStatsQuery, logsQuery } from './logs.api.ts'

/** Audit Logs (`admin.md §2`). */
export function LogsPage() {
  const [{ live, cursor, ...wanted }, change] = useUrlState(DEFAULT_FILTERS, listAuditLogs)
  const filters = existing(wanted)
  const search = useDebounced(filters.search)
  const debounced = { ...filters, search }
  const isLive = live === 'on'
  return (
    <AdminPage
      title="Audit Logs"
      purpose="What was changed and deleted, when and by whom. Entries cannot be removed."
      action={<Actions filters={filters} />}
    >
      <LogFilters filters={filters} onChange={(changes) => change({ ...changes, cursor: '' })} />
      <LogTiles filters={debounced} isLive={isLive} />
      <Entries
        filters={filters}
        debounced={debounced}
        cursor={cursor}
        isLive={isLive}
        onLive={(isOn) => change({ live: isOn ? 'on' : '' })}
      />
    </AdminPage>
  )
}

function Actions({ filters }: { filters: Filters }) {
  const client = useQueryClient()
  const isFetching = useIsFetching({ queryKey: [...LOGS, 'list'] }) > 0
  const { mutate, isPending } = useMutation(exportLogs)
  return (
    <div className="flex flex-wrap gap-2">
      <RefreshButton onClick={() => void client.invalidateQueries({ queryKey: LOGS })} isBusy={isFetching} />
      <Button variant="primary" onClick={() => mutate(filters)} isBusy={isPending}>
        <Download aria-hidden className="size-4" />
        {isPending ? 'Exporting…' : 'Export'}
      </Button>
    </div>
  )
}

type EntriesProps = {
  /** Typed filters, and those of the last request. */
  filters: Filters
  debounced: Filters
  cursor: string
  isLive: boolean
  onLive: (isLive: boolean) => void
}

function Entries({ filters, debounced, cursor, isLive, onLive }: EntriesProps) {
  const client = useQueryClient()
  const { data, error, isPlaceholderData } = useQuery(logsQuery(debounced, { cursor, isLive }))
  const { data: everything } = useQuery(logStatsQuery(DEFAULT_FILTERS))
  const { eventType, search, date } = filters
  const entries = useMemo(
    () => data?.items.filter((entry) => matches(entry, { eventType, search, date })) ?? [],
    [data, eventType, search, date],
  )
  if (error && !data)
    return (
      <LoadFailure
        errorTitle="Failed to load audit logs"
        error={error}
        onRetry={() => void client.invalidateQueries({ queryKey: LOGS })}
      />
    )
  if (!data) return <TableSkeleton />
  const isSearching = (isPlaceholderData && cursor === '') || search !== debounced.search
  const total = Math.max(data.total, entries.length)
  // The later count is the larger one.
  const all = Math.max(total, everything?.total ?? 0)
  return (
    <section aria-labelledby="shown" className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="shown" className="text-base tracking-normal" aria-live="polite">
          {isSearching ? 'Searching…' : `Showing ${count(total)} of ${count(all)} log entries`}
        </h2>
        <Switch
          label="Live"
          hint="Reads the first page again every 5 seconds."
          checked={isLive}
          onChange={(event) => onLive(event.target.checked)}
          className="gap-3!"
        />
      </div>
      <LogList
        // A new key scrolls another list to its top.
        key={`${eventType} ${date} ${debounced.search} ${cursor}`}
        entries={entries}
        isSearching={isSearching}
      />
      <Pager next={data.next} isLoading={isPlaceholderData || isSearching} />
    </section>
  )
}

function LogTiles({ filters, isLive }: { filters: Filters; isLive: boolean }) {
  const { data, isError } = useQuery(logStatsQuery(filters, isLive))
  return (
    <StatTiles>
      <StatTile label="Total Logs" icon={ScrollText} value={figure(data?.total, isError)} />
      <StatTile label="Purge Events" icon={Eraser} value={figure(data?.purge, isError)} />
      <StatTile label="Delete Events" icon={Trash2} value={figure(data?.delete, isError)} />
      <StatTile label="Days Active" icon={CalendarDays} value={figure(data?.daysActive, isError)} />
    </StatTiles>
  )
}

type Props = { filters: Filters; onChange: (changes: Partial<Filters>) => void }

export function LogFilters({ filters, onChange }: Props) {
  return (
    <search className="grid items-start gap-3 md:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,2fr)]">
      <SelectField
        label="Event type"
        value={filters.eventType}
        onChange={(event) => onChange({ eventType: event.target.value })}
      >
        <option value="all">All Events</option>
        {auditEvents.map((event) => (
          <option key={event}>{event}</option>
        ))}
      </SelectField>
      <SearchField
        label="Search"
        placeholder="Any part of an entry"
        value={filters.search}
        onChange={(text) => onChange({ search: text })}
      />
      <TextField
        label="Date (UTC)"
        type="date"
        value={filters.date}
        onChange={(event) => onChange({ date: event.target.value })}
      />
    </search>
  )
}
