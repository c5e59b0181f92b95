import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ShieldAlert } from 'lucide-react'
import { useRef } from 'react'
import { focusOrMain } from '../../../lib/browser/focus.ts'
import { useUrlState } from '../../../lib/browser/url-state.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import { AdminPage } from '../../../ui/admin-page.tsx'
import { Card } from '../../../ui/card.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { RefreshButton } from '../../../ui/refresh-button.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { LookAlikes } from './look-alikes.tsx'
import { TakedownDetail } from './takedown-detail.tsx'
import { TakedownList } from './takedown-list.tsx'
import { DEFAULT_PARAMS, idOf } from './takedown-params.ts'
import { TakedownTiles } from './takedown-tiles.tsx'
import { TAKEDOWNS } from './takedowns.api.ts'

/** List and detail fill what the window leaves, and scroll each by itself. */
const PANE = 'md:h-[calc(100svh-19rem)] md:min-h-112 lg:h-[calc(100svh-15.5rem)]'

/** DMCA Takedown Management (`admin.md §2`): list and detail side by side, on phones one after the other. */
export function TakedownsPage() {
  const [params, setParams] = useUrlState(DEFAULT_PARAMS)
  const search = useDebounced(params.search)
  const list = useRef<HTMLDivElement>(null)
  const id = idOf(params)
  const close = () => {
    setParams({ id: '' })
    // What was focused is gone: the keyboard goes on in the list.
    requestAnimationFrame(() => focusOrMain(list.current?.querySelector('[data-row][tabindex="0"]')))
  }
  return (
    <AdminPage
      title="DMCA Takedown Management"
      purpose="Decide on requests within 24-48 hours. The complainant is told by e-mail."
      action={<Refresh />}
    >
      <div className={clsx('flex flex-col gap-4', id !== undefined && 'max-md:hidden')}>
        <LookAlikes />
        <TakedownTiles params={params} />
      </div>
      <div className="grid items-start gap-4 md:grid-cols-[minmax(17rem,2fr)_minmax(0,3fr)] xl:grid-cols-[26rem_minmax(0,1fr)]">
        <div ref={list} className={clsx('flex min-w-0 flex-col gap-3', PANE, id !== undefined && 'max-md:hidden')}>
          <div className="flex flex-wrap gap-3 *:grow *:first:basis-48 *:last:basis-36">
            <SearchField
              label="Search requests"
              placeholder="Name, e-mail, owner, work or number"
              value={params.search}
              onChange={(text) => setParams({ search: text })}
            />
            <SelectField
              label="Order"
              value={params.order}
              onChange={({ target }) => setParams({ order: target.value })}
            >
              <option value="">Newest first</option>
              <option value="asc">Oldest first</option>
            </SelectField>
          </div>
          <TakedownList params={params} search={search} className="min-h-0 max-md:max-h-[70svh] md:flex-1" />
        </div>
        {id === undefined ? (
          <Card className={clsx('grid place-items-center max-md:hidden', PANE)}>
            <Empty icon={ShieldAlert} title="Select a takedown request to view details" />
          </Card>
        ) : (
          <TakedownDetail key={id} id={id} params={params} onDone={close} className={PANE} />
        )}
      </div>
    </AdminPage>
  )
}

function Refresh() {
  const client = useQueryClient()
  const isFetching = useIsFetching({ queryKey: TAKEDOWNS }) > 0
  return <RefreshButton onClick={() => void client.invalidateQueries({ queryKey: TAKEDOWNS })} isBusy={isFetching} />
}
