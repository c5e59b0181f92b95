import { listTakedowns, takedownStatuses } from '@hotvote/shared/operator/takedown-review'
import { useMutation, useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldAlert } from 'lucide-react'
import { describeReason } from '../../../lib/api/call-error.ts'
import { queryClient } from '../../../lib/api/query-client.ts'
import { useDebounced } from '../../../lib/browser/hooks.ts'
import { useUrlState } from '../../../lib/browser/url-state.ts'
import { AdminPage, RefreshButton } from '../../../ui/data/admin-page.tsx'
import { statusLooks } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { ScreenLinks } from '../../../ui/data/operator-links.tsx'
import { figure, StatTile, StatTiles } from '../../../ui/data/stat-tile.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { SearchField, SelectField } from '../../../ui/forms/field.tsx'
import { TakedownDetail } from './takedown-detail.tsx'
import { TakedownList } from './takedown-list.tsx'
import {
  DEFAULT_PARAMS,
  parseId,
  TAKEDOWNS,
  type TakedownParams,
  takedownCountsQuery,
  takedownsHref,
} from './takedowns.api.ts'

const COLUMNS =
  'grid items-start gap-4 md:grid-cols-[minmax(17rem,2fr)_minmax(0,3fr)] xl:grid-cols-[26rem_minmax(0,1fr)]'
/** Panes fill the window and scroll separately. */
const PANE = 'md:h-[calc(100svh-19rem)] md:min-h-112 lg:h-[calc(100svh-15.5rem)]'

/** DMCA Takedown Management (`admin.md §2`). */
export function TakedownsPage() {
  const [params, setParams] = useUrlState(DEFAULT_PARAMS, listTakedowns)
  const isOpen = parseId(params) !== undefined
  return (
    <AdminPage
      title="DMCA Takedown Management"
      purpose="Decide on requests within 24-48 hours. The complainant is notified by e-mail."
      action={
        <ScreenLinks to={['removedItems']}>
          <Refresh />
        </ScreenLinks>
      }
    >
      <div className={clsx(isOpen && 'max-md:hidden')}>
        <TakedownTiles params={params} />
      </div>
      <div className={COLUMNS}>
        <div className={clsx('flex min-w-0 flex-col gap-3', PANE, isOpen && 'max-md:hidden')}>
          <Requests params={params} onChange={(changes) => setParams({ ...changes, cursor: '' })} />
        </div>
        <Detail params={params} onDone={() => setParams({ id: '' })} />
      </div>
    </AdminPage>
  )
}

type RequestsProps = { params: TakedownParams; onChange: (changes: Partial<TakedownParams>) => void }

function Requests({ params, onChange }: RequestsProps) {
  return (
    <>
      {/* On phones each control has its own line, so no text is cut. */}
      <div className="flex flex-wrap gap-3 *:grow *:first:basis-56 *:last:basis-36">
        <SearchField
          label="Search requests"
          placeholder="Name, e-mail, work, #"
          value={params.search}
          onChange={(text) => onChange({ search: text })}
        />
        <SelectField label="Order" value={params.order} onChange={({ target }) => onChange({ order: target.value })}>
          <option value="">Newest first</option>
          <option value="asc">Oldest first</option>
        </SelectField>
      </div>
      <TakedownList
        params={params}
        search={useDebounced(params.search)}
        className="min-h-0 max-md:max-h-[70svh] md:flex-1"
      />
    </>
  )
}

function Detail({ params, onDone }: { params: TakedownParams; onDone: () => void }) {
  const id = parseId(params)
  if (id !== undefined) return <TakedownDetail key={id} id={id} params={params} onDone={onDone} className={PANE} />
  return (
    <Card className={clsx('grid place-items-center max-md:hidden', PANE)}>
      <Empty icon={ShieldAlert} title="Select a takedown request to view details" />
    </Card>
  )
}

function Refresh() {
  const { mutate, isPending } = useMutation({
    mutationFn: () => queryClient.invalidateQueries({ queryKey: TAKEDOWNS }, { throwOnError: true }),
    meta: { failed: { title: 'Not up to date', textOf: describeReason } },
  })
  return <RefreshButton onClick={() => mutate()} isBusy={isPending} />
}

/** One tile per status, each a filter (`admin.md §2`). */
function TakedownTiles({ params }: { params: TakedownParams }) {
  const { data, isError } = useQuery(takedownCountsQuery)
  return (
    <StatTiles>
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
    </StatTiles>
  )
}
