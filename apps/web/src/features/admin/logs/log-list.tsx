import type { AuditEntry } from '@hotvote/shared/audit'
import { ScrollText } from 'lucide-react'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Skeleton, SkeletonGroup, SkeletonRows } from '../../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { LogEntry } from './log-entry.tsx'

type Props = {
  entries: AuditEntry[]
  /** The server is still looking. */
  isSearching: boolean
}

const LIST_HEIGHT = 'h-[36rem] max-h-[75svh]'

/** One page of the log, in a list of fixed height (`admin.md §9`). */
export const LogList = ({ entries, isSearching }: Props) => (
  <div className={`overflow-y-auto rounded-card border border-line bg-panel ${LIST_HEIGHT}`}>
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

/** Of the line above the list, and of the list. */
export const LogSkeleton = () => (
  <SkeletonGroup label="Loading the audit log…" className="flex flex-col gap-2">
    <div className="flex h-11 items-center">
      <Skeleton className="h-4 w-56" />
    </div>
    <div className={`overflow-hidden rounded-card border border-line bg-panel ${LIST_HEIGHT}`}>
      <SkeletonRows
        count={12}
        className="flex min-h-12.5 flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-3.5 max-sm:min-h-20"
        boxes={['h-5.5 w-52 rounded-full!', 'h-4 w-36', 'h-4 flex-1 max-sm:hidden']}
      />
    </div>
  </SkeletonGroup>
)
