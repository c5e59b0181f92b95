import type { AuditEntry } from '@hotvote/shared/audit'
import { counted } from '@hotvote/shared/counted'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '../../../ui/empty.tsx'
import type { More } from '../../../ui/load-more.tsx'
import { Skeleton, SkeletonGroup, SkeletonRows } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { LogEntry } from './log-entry.tsx'

type Props = {
  entries: AuditEntry[]
  total: number
  more: More
  /** The server is still looking. */
  isSearching: boolean
}

const keyOf = ({ id }: AuditEntry) => id
const newEntriesLabel = (count: number) => counted(count, 'new entry').replace('entrys', 'entries')

const LIST_HEIGHT = 'h-[36rem] max-h-[75svh]'

/** A list of fixed height (`admin.md §9`): what arrives moves nothing that is open or scrolled to. */
export function LogList({ entries, total, more, isSearching }: Props) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]))
  return (
    <VirtualList
      label="Audit log entries"
      items={entries}
      keyOf={keyOf}
      entry={(entry, focusProps) => (
        <LogEntry entry={entry} focusProps={focusProps} isOpen={open.has(entry.id)} onToggle={() => toggle(entry.id)} />
      )}
      total={total}
      more={more}
      height={50}
      isAnchored={open.size > 0}
      newEntriesLabel={newEntriesLabel}
      className={LIST_HEIGHT}
      empty={
        isSearching ? (
          <Spinner className="m-auto w-full justify-center p-14" />
        ) : (
          <Empty icon={ScrollText} title="No audit logs found matching your criteria">
            Another event type, text or day may have some.
          </Empty>
        )
      }
    />
  )
}

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
