import type { ReviewedTakedown } from '@hotvote/shared/operator/takedown-review'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldCheck } from 'lucide-react'
import { Link } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { date } from '../../../lib/browser/format.ts'
import { Age, Due, StatusBadge } from '../../../ui/data/badge.tsx'
import { Pager } from '../../../ui/data/pager.tsx'
import { useRowKeys } from '../../../ui/data/use-row-keys.ts'
import { Empty, LoadFailure } from '../../../ui/feedback/query-view.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { TAKEDOWNS, type TakedownParams, takedownsHref, takedownsQuery } from './takedowns.api.ts'

type Props = {
  params: TakedownParams
  /** Debounced. */
  search: string
  className: string
}

/** Request list, newest first by default (`admin.md §2`). */
export function TakedownList({ params, search, className }: Props) {
  const { status, order, cursor } = params
  const { data, error, isPlaceholderData } = useQuery(takedownsQuery({ status, search, order }, cursor))
  const client = useQueryClient()
  if (error && !data)
    return (
      <LoadFailure
        errorTitle="Failed to load DMCA takedowns"
        error={error}
        onRetry={() => void client.invalidateQueries({ queryKey: TAKEDOWNS })}
      />
    )
  if (!data) return <TableSkeleton hasCount={false} />
  return (
    <>
      <div
        // A new key scrolls another page to its top.
        key={`${status} ${order} ${search} ${cursor}`}
        className={clsx('overflow-y-auto rounded-card border border-line bg-panel', className)}
      >
        {data.items.length > 0 ? (
          <Entries takedowns={data.items} params={params} />
        ) : (
          <Empty icon={ShieldCheck} title="No DMCA takedown requests found">
            {status !== '' || search !== ''
              ? 'Nothing matches these filters.'
              : 'Requests of the takedown form arrive here.'}
          </Empty>
        )}
      </div>
      <Pager next={data.next} isLoading={isPlaceholderData} />
    </>
  )
}

function Entries({ takedowns, params }: { takedowns: ReviewedTakedown[]; params: TakedownParams }) {
  const { current, setCurrent, onKeyDown } = useRowKeys(takedowns.length)
  return (
    <ul aria-label="Takedown requests" onKeyDown={onKeyDown}>
      {takedowns.map((takedown, index) => (
        <li key={takedown.id} className="border-b border-line">
          <Entry
            takedown={takedown}
            params={params}
            focusProps={{
              'data-row': index,
              tabIndex: index === current ? 0 : -1,
              onFocus: () => setCurrent(index),
            }}
          />
        </li>
      ))}
    </ul>
  )
}

const itemsText = ({ mediaId, removedItem, linkedItems: { here, removed } }: ReviewedTakedown) => {
  const more = here.length + removed.length - 1
  const first = mediaId === null ? removedItem && `Media #${removedItem.id} (deleted)` : `Media #${mediaId}`
  return first && ` · ${first}${more > 0 ? ` and ${more} more` : ''}`
}

type EntryProps = {
  takedown: ReviewedTakedown
  params: TakedownParams
  focusProps: { 'data-row': number; tabIndex: number; onFocus: () => void }
}

function Entry({ takedown, focusProps, params }: EntryProps) {
  const state = useHistoryState()
  const isOpen = params.id === String(takedown.id)
  return (
    <Link
      {...focusProps}
      href={takedownsHref({ ...params, id: String(takedown.id) })}
      // Keeps the cursors of earlier pages.
      state={state}
      // Reopening the current request adds no history entry.
      replace={isOpen}
      aria-current={isOpen ? 'true' : undefined}
      className={clsx(
        'block border-l-3 px-4 py-3 -outline-offset-2 hover:bg-raised',
        isOpen ? 'border-hot bg-raised' : 'border-transparent',
      )}
    >
      <span className="flex items-start justify-between gap-2">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{takedown.complainantName}</span>
        <StatusBadge status={takedown.status} />
      </span>
      <span className="flex justify-between gap-2 text-sm text-mute">
        <span className="min-w-0 truncate">
          #{takedown.id} · {takedown.complainantEmail}
        </span>
        <Due dueAt={takedown.dueAt} />
      </span>
      <span className="mt-1 line-clamp-2 [overflow-wrap:anywhere]">
        {takedown.workDescription || 'No description provided'}
      </span>
      <span className="mt-1 block truncate text-sm text-mute">
        {date(takedown.createdAt)}
        <Age openedAt={takedown.openedAt} />
        {itemsText(takedown)}
      </span>
    </Link>
  )
}
