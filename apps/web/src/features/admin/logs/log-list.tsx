import type { AuditEntry } from '@hotvote/shared/audit'
import { counted } from '@hotvote/shared/counted'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Empty } from '../../../ui/empty.tsx'
import type { More } from '../../../ui/load-more.tsx'
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

export const LIST_HEIGHT = 'h-[36rem] max-h-[75svh]'

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
