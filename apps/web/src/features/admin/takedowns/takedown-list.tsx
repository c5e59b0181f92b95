import type { ReviewedTakedown } from '@hotvote/shared/takedown-review'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldCheck } from 'lucide-react'
import { Link } from 'wouter'
import { date } from '../../../lib/browser/format.ts'
import { Age, Due } from '../../../ui/due.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { LoadFailure } from '../../../ui/load-failure.tsx'
import { moreOf } from '../../../ui/load-more.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { type RowFocusProps, VirtualList } from '../../../ui/virtual-list.tsx'
import { type TakedownParams, takedownsHref } from './takedown-params.ts'
import { ListSkeleton } from './takedown-skeletons.tsx'
import { TAKEDOWNS, takedownsQuery } from './takedowns.api.ts'
import { useHeld } from './use-held.ts'

type Props = {
  params: TakedownParams
  /** What is looked for, once the typing has settled. */
  search: string
  /** Another one each time that the list is refreshed by hand. */
  asked: number
  /** Where it is not shown yet it is only asked for: a list that is not there cannot be scrolled to where it was. */
  isShown: boolean
  className: string
}

const keyOf = ({ id }: ReviewedTakedown) => id

/** The requests, the newest first unless asked otherwise (`admin.md §2`). */
export function TakedownList({ params, search, asked, isShown, className }: Props) {
  const { status, order } = params
  const query = useInfiniteQuery(takedownsQuery({ status, search, order }))
  const { data, error, isFetchedAfterMount } = query
  // Another list is shown whole, once it is there, and so is one that was kept from an earlier look.
  const list = `${status} ${order} ${search}`
  const { shown, held } = useHeld(data?.items, keyOf, {
    waiting: 'above',
    asked: `${asked} ${list} ${isFetchedAfterMount}`,
  })
  const client = useQueryClient()
  if (error && !data)
    return (
      <LoadFailure
        errorTitle="Failed to load DMCA takedowns"
        error={error}
        onRetry={() => void client.invalidateQueries({ queryKey: TAKEDOWNS })}
      />
    )
  if (!data || !shown || !isShown) return <ListSkeleton className={className} />
  const isFiltered = status !== '' || search !== ''
  return (
    <VirtualList
      // Another list begins at its top.
      key={list}
      label="Takedown requests"
      items={shown}
      keyOf={keyOf}
      entry={(takedown, focusProps) => <Entry {...{ takedown, focusProps, params }} />}
      total={data.total}
      held={held}
      more={moreOf(query)}
      height={138}
      className={className}
      empty={
        <Empty icon={ShieldCheck} title="No DMCA takedown requests found">
          {isFiltered ? 'None fits these filters.' : 'Requests of the takedown form arrive here.'}
        </Empty>
      }
    />
  )
}

/** ` · Media #7 and 2 more`. */
const itemsText = ({ mediaId, removedItem, linkedItems: { here, removed } }: ReviewedTakedown) => {
  const more = here.length + removed.length - 1
  const first = mediaId === null ? removedItem && `Media #${removedItem.id} (deleted)` : `Media #${mediaId}`
  return first && ` · ${first}${more > 0 ? ` and ${more} more` : ''}`
}

type EntryProps = { takedown: ReviewedTakedown; focusProps: RowFocusProps; params: TakedownParams }

function Entry({ takedown, focusProps, params }: EntryProps) {
  const isOpen = params.id === String(takedown.id)
  return (
    <Link
      {...focusProps}
      href={takedownsHref({ ...params, id: String(takedown.id) })}
      // What is open already is no further step back.
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
