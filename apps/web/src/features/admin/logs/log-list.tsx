import type { AuditEntry } from '@hotvote/shared/operator/audit'
import { clsx } from 'clsx'
import { ChevronRight, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { dateTime } from '../../../lib/browser/format.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'

type Props = {
  entries: AuditEntry[]
  isSearching: boolean
}

/** Log page with a fixed height (`admin.md §9`). */
export const LogList = ({ entries, isSearching }: Props) => (
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

/** Hues in degrees (`admin.md §3`); other events are gray. */
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

const summarize = (context: AuditEntry['context']) =>
  Object.entries(context)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ')

function LogEntry({ entry }: { entry: AuditEntry }) {
  const [isOpen, setOpen] = useState(false)
  const { id, event, timestamp, actor, requestId, context } = entry
  const hasContext = Object.keys(context).length > 0
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-left -outline-offset-2 hover:bg-raised"
      >
        <ChevronRight aria-hidden className={clsx('size-4 shrink-0 text-mute transition', isOpen && 'rotate-90')} />
        <span className="min-w-0 max-sm:flex-1 xl:w-84">
          <Badge hue={HUES[event]} className="max-w-full overflow-hidden max-sm:px-2 max-sm:text-xs">
            {event}
          </Badge>
        </span>
        <time
          dateTime={timestamp}
          className="text-sm text-mute max-sm:basis-full max-sm:pl-7 xl:w-48 whitespace-nowrap"
        >
          {dateTime(timestamp)}
        </time>
        {!isOpen && hasContext && (
          <span className="min-w-0 basis-full truncate pl-7 text-sm text-mute xl:flex-1 xl:basis-0 xl:pl-0">
            {summarize(context)}
          </span>
        )}
      </button>
      {isOpen && (
        <div className="px-4 pb-4 pl-11">
          <p className="text-sm [overflow-wrap:anywhere] text-mute">
            Entry #{id} · by {actor}
            {requestId !== null && ` · request ${requestId}`}
          </p>
          {typeof context.userId === 'number' && (
            <UserLink userId={context.userId} username={`User #${context.userId}`} />
          )}
          {hasContext && (
            <pre className="mt-2 rounded-control bg-raised p-3 font-mono text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
              {JSON.stringify(context, null, 2)}
            </pre>
          )}
        </div>
      )}
    </>
  )
}
