import { count } from '@hotvote/shared/counted'
import { auditEvents, type ListedAuditEntry, listAuditLogs } from '@hotvote/shared/operator/audit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CalendarDays, ChevronDown, Download, Eraser, ScrollText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { dateTime } from '../../../lib/browser/format.ts'
import { useListFilters, useUrlState } from '../../../lib/browser/url-state.ts'
import { AdminPage, RefreshButton } from '../../../ui/data/admin-page.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Pager } from '../../../ui/data/pager.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Switch } from '../../../ui/forms/checkbox.tsx'
import { DateField, FilterField, SearchField } from '../../../ui/forms/field.tsx'
import { EntrySentence } from './entry-sentence.tsx'
import {
  exportLogs,
  type LogFilters as Filters,
  LOGS,
  logStatsQuery,
  logsQuery,
  matches,
  NO_FILTERS,
} from './logs.api.ts'

type LogListProps = {
  entries: ListedAuditEntry[]
  isSearching: boolean
}

/** List of log entries with a fixed height (`admin.md §9`). */
const LogList = ({ entries, isSearching }: LogListProps) => (
  <div className="h-[36rem] max-h-[75svh] overflow-y-auto rounded-card border border-line bg-panel">
    <ul aria-label="Audit log entries">
      {entries.map((entry) => (
        <li key={entry.id} className="border-b border-line">
          <LogEntry entry={entry} />
        </li>
      ))}
    </ul>
    {entries.length > 0 ? null : isSearching ? (
      <Spinner className="m-auto w-full justify-center p-14" />
    ) : (
      <Empty icon={ScrollText} title="No audit logs found matching your criteria">
        Another event type, text or day may have some.
      </Empty>
    )}
  </div>
)

/** Hue of each event in degrees (`admin.md §3`). Other events are gray. */
const HUES: Record<string, number> = {
  INACTIVE_USER_PURGE: 45,
  INACTIVE_ACCOUNTS_PURGE_COMPLETED: 85,
  ADMIN_DELETE_REQUEST: 15,
  ADMIN_DELETE_COMPLETED: 345,
  MEDIA_DELETE_REQUEST: 320,
  MEDIA_DELETE_COMPLETED: 295,
  DMCA_TAKEDOWN_CREATED: 265,
  DMCA_TAKEDOWN_UPDATED: 230,
  DEPLOYMENT_STARTUP: 150,
  DEPLOYMENT_FILE_SYSTEM_CHECK: 190,
}

/** Clicking anywhere in the row toggles the context, while links stay clickable. */
function LogEntry({ entry }: { entry: ListedAuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const { id, event, timestamp, actor, requestId, operator, context } = entry
  return (
    <>
      <div className="relative flex items-center gap-2 px-4 py-1.5 hover:bg-raised">
        <div className="min-w-0 flex-1 xl:grid xl:grid-cols-[minmax(0,1fr)_21rem_11rem_6rem] xl:items-center xl:gap-x-4">
          <p className="py-1 font-medium wrap-anywhere first-letter:uppercase [&_a]:relative [&_a]:z-1">
            <EntrySentence entry={entry} />
          </p>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 xl:contents">
            <span className="min-w-0">
              <Badge hue={HUES[event]} className="max-w-full overflow-hidden max-sm:px-2 max-sm:text-xs">
                {event}
              </Badge>
            </span>
            <time dateTime={timestamp} className="text-sm whitespace-nowrap text-mute">
              {dateTime(timestamp)}
            </time>
            <span className="text-sm text-mute">by {operator ?? actor}</span>
          </p>
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Details of entry ${id}, ${event}`}
          onClick={() => setOpen(!isOpen)}
          className="grid size-11 shrink-0 place-items-center rounded-control text-mute after:absolute after:inset-0"
        >
          <ChevronDown aria-hidden className={clsx('size-4 transition', isOpen && 'rotate-180')} />
        </button>
      </div>
      {isOpen && (
        <div className="px-4 pb-4">
          <p className="text-sm [overflow-wrap:anywhere] text-mute">
            Entry #{id}
            {requestId !== null && ` · request ${requestId}`}
          </p>
          {Object.keys(context).length > 0 && (
            <pre className="mt-2 rounded-control bg-raised p-3 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
              {JSON.stringify(context, null, 2)}
            </pre>
          )}
        </div>
      )}
    </>
  )
}

const PARAMS = { ...NO_FILTERS, cursor: '' }
const LIVE = { live: '' }
const EVENTS = Object.fromEntries(auditEvents.map((event) => [event, event]))

/** Audit Logs screen (`admin.md §2`). */
export function LogsPage() {
  const { params, filters, isTyping, field } = useListFilters(PARAMS, listAuditLogs)
  const [{ live }, setLive] = useUrlState(LIVE)
  const isLive = live === 'on'
  return (
    <AdminPage
      title="Audit Logs"
      purpose="What was changed and deleted, when and by whom. Entries cannot be removed."
      action={<Actions filters={filters} />}
    >
      <search className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 *:first:max-md:col-span-2 max-[22rem]:*:col-span-2 md:grid-cols-[minmax(0,3fr)_minmax(0,4fr)_minmax(0,2fr)]">
        <SearchField placeholder="Any part of an entry" {...field('search')} />
        <FilterField label="Event type" any="All Events" options={EVENTS} {...field('eventType')} />
        <DateField label="Date (UTC)" {...field('date')} />
      </search>
      <div className="max-sm:order-last">
        <LogTiles filters={filters} isLive={isLive} />
      </div>
      <Entries {...{ params, filters, isTyping, isLive }} onLive={(isOn) => setLive({ live: isOn ? 'on' : '' })} />
    </AdminPage>
  )
}

function Actions({ filters }: { filters: Filters }) {
  const { mutate, isPending } = useMutation(exportLogs)
  return (
    <div className="flex flex-wrap gap-2">
      <RefreshButton queryKeys={[LOGS]} />
      <Button variant="primary" onClick={() => mutate(filters)} isBusy={isPending}>
        <Download aria-hidden className="size-4" />
        {isPending ? 'Exporting…' : 'Export'}
      </Button>
    </div>
  )
}

type EntriesProps = {
  params: typeof PARAMS
  filters: Filters
  isTyping: boolean
  isLive: boolean
  onLive: (isLive: boolean) => void
}

function Entries({ params, filters, isTyping, isLive, onLive }: EntriesProps) {
  const { cursor } = params
  const query = useQuery(logsQuery(filters, { cursor, isLive }))
  const { data: everything } = useQuery(logStatsQuery({}))
  // Use the larger count, which must be the newer one because logs only grow.
  const all = Math.max(query.data?.total ?? 0, everything?.total ?? 0)
  const isSearching = (query.isPlaceholderData && cursor === '') || isTyping
  return (
    <QueryView query={query} errorTitle="Failed to load audit logs" showsStatus loading={<TableSkeleton />}>
      {({ items, total, next }) => (
        <section aria-labelledby="shown" className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id="shown" className="text-base tracking-normal" aria-live="polite">
              {isSearching ? 'Searching…' : `Showing ${count(total)} of ${count(all)} log entries`}
            </h2>
            <Switch
              label="Live"
              hint="Reads the first page again every 5 seconds."
              checked={isLive}
              onChange={(event) => onLive(event.target.checked)}
              className="gap-3! max-sm:w-full"
            />
          </div>
          <LogList
            // A new key makes each new list start at the top.
            key={JSON.stringify([filters, cursor])}
            entries={items.filter((entry) => matches(entry, params))}
            isSearching={isSearching}
          />
          <Pager next={next} isLoading={query.isPlaceholderData || isSearching} />
        </section>
      )}
    </QueryView>
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
