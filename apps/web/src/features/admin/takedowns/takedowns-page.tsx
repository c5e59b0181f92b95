import { listTakedowns, type ReviewedTakedown, takedownStatuses } from '@hotvote/shared/operator/takedown-review'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { date } from '../../../lib/browser/format.ts'
import { useListFilters, useUrlState } from '../../../lib/browser/url-state.ts'
import { queuePath } from '../../../lib/operator/admin-paths.ts'
import { AdminPage, RefreshButton } from '../../../ui/data/admin-page.tsx'
import { Age, Badge, Due, StatusBadge, statusLooks } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { ScreenLinks } from '../../../ui/data/operator-links.tsx'
import { Pager } from '../../../ui/data/pager.tsx'
import { figure, StatTile } from '../../../ui/data/stat-tile.tsx'
import { Empty, QueryView } from '../../../ui/feedback/query-view.tsx'
import { TableSkeleton } from '../../../ui/feedback/skeleton.tsx'
import { FilterField, SearchField } from '../../../ui/forms/field.tsx'
import { type Back, TakedownDetail } from './takedown-detail.tsx'
import {
  LIST_PARAMS,
  parseId,
  TAKEDOWNS,
  type TakedownFilters,
  type TakedownParams,
  takedownCountsQuery,
  takedownsHref,
  takedownsQuery,
} from './takedowns.api.ts'

type Props = { params: TakedownParams; filters: TakedownFilters }

/** List of takedown requests, newest first by default (`admin.md §2`). */
function TakedownList({ params, filters }: Props) {
  const query = useQuery(takedownsQuery(filters, params.cursor))
  return (
    <QueryView
      query={query}
      errorTitle="Failed to load DMCA takedowns"
      showsStatus
      loading={<TableSkeleton hasCount={false} />}
    >
      {({ items, next }) => (
        <>
          <div className="overflow-hidden rounded-card border border-line bg-panel">
            {items.length > 0 ? (
              <Entries takedowns={items} params={params} />
            ) : (
              <Empty icon={ShieldCheck} title="No DMCA takedown requests found">
                {filters.status || filters.search
                  ? 'Nothing matches these filters.'
                  : 'Requests of the takedown form arrive here.'}
              </Empty>
            )}
          </div>
          <Pager next={next} isLoading={query.isPlaceholderData} />
        </>
      )}
    </QueryView>
  )
}

function Entries({ takedowns, params }: { takedowns: ReviewedTakedown[]; params: TakedownParams }) {
  return (
    <ul aria-label="Takedown requests">
      {takedowns.map((takedown) => (
        <li key={takedown.id} className="border-b border-line">
          <Entry takedown={takedown} params={params} />
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

function Entry({ takedown, params }: { takedown: ReviewedTakedown; params: TakedownParams }) {
  const state = useHistoryState()
  const isOpen = params.id === String(takedown.id)
  return (
    <Link
      href={takedownsHref({ ...params, id: String(takedown.id) })}
      // Keep the cursors of earlier pages.
      state={state}
      // Don't add a history entry if the request is already open.
      replace={isOpen}
      aria-current={isOpen ? 'true' : undefined}
      className={clsx(
        'block border-l-3 px-4 py-3 -outline-offset-2 hover:bg-raised',
        isOpen ? 'border-hot bg-raised' : 'border-transparent',
      )}
    >
      <span className="flex items-start justify-between gap-2">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{takedown.complainantName}</span>
        <span className="flex shrink-0 flex-wrap justify-end gap-1">
          {takedown.counterNotices > 0 && <Badge tone="danger">Counter-notice</Badge>}
          <StatusBadge status={takedown.status} />
        </span>
      </span>
      <span className="flex flex-wrap justify-between gap-x-2 text-sm text-mute">
        <span className="max-w-full truncate">
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

const COLUMNS =
  'grid items-start gap-4 md:grid-cols-[minmax(17rem,2fr)_minmax(0,3fr)] xl:grid-cols-[26rem_minmax(0,1fr)]'

const NO_ID = { id: '', from: '' }
const ORDERS = { asc: 'Oldest first' }

const QUEUE_BACK: Back = { href: queuePath('takedown'), label: 'Queue' }

/** DMCA Takedown Management screen (`admin.md §2`). */
export function TakedownsPage() {
  const list = useListFilters(LIST_PARAMS, listTakedowns)
  const [{ id, from }, open] = useUrlState(NO_ID)
  const [, navigate] = useLocation()
  const params = { ...list.params, id }
  const isOpen = parseId(params) !== undefined
  const isFromQueue = from === 'queue'
  const back = isFromQueue ? QUEUE_BACK : { href: takedownsHref({ ...params, id: '' }), label: 'All requests' }
  return (
    <AdminPage
      title="DMCA Takedown Management"
      purpose={
        <span className={clsx(isOpen && 'max-md:hidden')}>
          Decide on requests within 24-48 hours. The complainant is notified by e-mail.
        </span>
      }
      action={
        <div className={clsx(isOpen && 'max-md:hidden')}>
          <ScreenLinks to={['removedItems']}>
            <RefreshButton queryKeys={[TAKEDOWNS]} />
          </ScreenLinks>
        </div>
      }
    >
      <div className={clsx(isOpen && 'max-md:hidden')}>
        <TakedownTiles params={params} />
      </div>
      <div className={COLUMNS}>
        <div className={clsx('flex min-w-0 flex-col gap-3', isOpen && 'max-md:hidden')}>
          {/* On phones, each control has its own line, so no text is cut off. */}
          <div className="flex flex-wrap gap-3 *:grow *:first:basis-56 *:last:basis-36">
            <SearchField label="Search requests" placeholder="Name, e-mail, work, #" {...list.field('search')} />
            <FilterField label="Order" any="Newest first" options={ORDERS} {...list.field('order')} />
          </div>
          <TakedownList params={params} filters={list.filters} />
        </div>
        <Detail
          params={params}
          back={back}
          onDone={() => (isFromQueue ? navigate(back.href, { replace: true }) : open({ id: '' }))}
        />
      </div>
    </AdminPage>
  )
}

function Detail({ params, ...rest }: { params: TakedownParams; back: Back; onDone: () => void }) {
  const id = parseId(params)
  if (id !== undefined) return <TakedownDetail key={id} id={id} params={params} {...rest} />
  return (
    <Card className="grid min-h-112 place-items-center max-md:hidden">
      <Empty icon={ShieldAlert} title="Select a takedown request to view details" />
    </Card>
  )
}

/** Shows a tile for each status, which also works as a filter (`admin.md §2`). */
function TakedownTiles({ params }: { params: TakedownParams }) {
  const { data, isError } = useQuery(takedownCountsQuery)
  return (
    <nav
      aria-label="Status"
      className="grid grid-cols-2 gap-2 min-[24rem]:grid-cols-4 *:max-sm:px-2.5! sm:gap-3 max-sm:[&_svg]:hidden"
    >
      {takedownStatuses.map((status) => {
        const { name, icon } = statusLooks[status]
        const isCurrent = params.status === status
        return (
          <StatTile
            key={status}
            label={name}
            icon={icon}
            value={figure(data?.[status], isError)}
            href={takedownsHref({ ...params, status: isCurrent ? '' : status, cursor: '' })}
            isCurrent={isCurrent}
          />
        )
      })}
    </nav>
  )
}
