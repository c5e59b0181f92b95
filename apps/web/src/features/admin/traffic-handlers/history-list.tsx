import { dateTime } from '../../../lib/browser/format.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'

type Entry = { id: number | null; createdAt: string | null; isActive: boolean; url: string; note?: string }
type Props = { label: string; entries: Entry[] | undefined }

/** Newest hundred versions; empty after a failure (`admin.md §8`). */
export function HistoryList({ label, entries = [] }: Props) {
  return (
    <Card>
      <h3 className="text-base">History</h3>
      {entries.length === 0 ? (
        <p className="mt-2 text-mute">Nothing saved yet.</p>
      ) : (
        <ol
          aria-label={label}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: lets keyboard users scroll the list
          tabIndex={0}
          className="mt-2 max-h-60 divide-y divide-line overflow-y-auto"
        >
          {entries.map((entry, index) => (
            <li key={entry.id} className="py-2.5">
              <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="text-sm text-mute">{entry.createdAt && dateTime(entry.createdAt)}</span>
                <Badge tone={index === 0 && entry.isActive ? 'ok' : 'neutral'}>{getState(entry, index)}</Badge>
              </div>
              <p className="break-all">
                {entry.url || 'No redirect'}
                {entry.url && entry.note && <span className="text-mute"> {entry.note}</span>}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

const getState = ({ isActive }: Entry, index: number) => (index > 0 ? 'Replaced' : isActive ? 'Current' : 'Off')
