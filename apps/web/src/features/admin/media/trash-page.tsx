import { TRASH_DAYS } from '@hotvote/shared/limits'
import { listTrash } from '@hotvote/shared/operator/media-library'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useDebounced } from '../../../lib/browser/hooks.ts'
import { useUrlState, validQuery } from '../../../lib/browser/url-state.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { ScreenLinks } from '../../../ui/data/operator-links.tsx'
import { CardGridSkeleton } from '../../../ui/data/pager.tsx'
import { OperationProgress } from '../../../ui/feedback/operation-card.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SearchField, SelectField } from '../../../ui/forms/field.tsx'
import { type AllTrashed, trashQuery } from './trash.api.ts'
import { TrashList } from './trash-list.tsx'
import { useEmptying, useRestoring } from './use-trash.ts'

const FILTERS = { search: '', trashedBy: '', cursor: '' }

/** Trash (docs/decisions/023, 076). */
export function TrashPage() {
  const [{ cursor, ...params }, setParams] = useUrlState(FILTERS, listTrash)
  const change = (changes: Partial<typeof FILTERS>) => setParams({ cursor: '', ...changes })
  const search = useDebounced(params.search)
  const filters = validQuery(listTrash, { ...params, search })
  const isFiltered = Object.keys(filters).length > 0
  const query = useQuery(trashQuery(filters, cursor))
  return (
    <AdminPage
      title="Trash"
      purpose={`Everything deleted in the last ${TRASH_DAYS} days. Restore it, or delete it for good.`}
      action={<ScreenLinks to={['removedItems', 'media']} />}
    >
      <search className="grid gap-3 md:grid-cols-[minmax(0,1fr)_12rem]">
        <SearchField
          label="Search"
          placeholder="Part of a file name"
          value={params.search}
          onChange={(search) => change({ search })}
        />
        <SelectField
          label="Deleted by"
          value={params.trashedBy}
          onChange={({ target }) => change({ trashedBy: target.value })}
        >
          <option value="">Anybody</option>
          <option value="operator">You</option>
          <option value="owner">Its owner</option>
        </SelectField>
      </search>
      <AllOfThem
        all={query.data && { filters, total: query.data.total, moment: query.data.moment }}
        isFiltered={isFiltered}
        isStale={query.isPlaceholderData || search !== params.search}
      />
      <QueryView query={query} errorTitle="Failed to fetch the trash" loading={<CardGridSkeleton />}>
        {({ items, total, next }) => (
          <TrashList
            {...{ items, total, cursor, next }}
            isLoading={query.isPlaceholderData}
            onShowAll={isFiltered ? () => change(FILTERS) : undefined}
          />
        )}
      </QueryView>
    </AdminPage>
  )
}

type AllProps = {
  all: AllTrashed | undefined
  isFiltered: boolean
  /** The shown total does not belong to the current filters. */
  isStale: boolean
}

function AllOfThem({ all, isFiltered, isStale }: AllProps) {
  const emptying = useEmptying()
  const restoring = useRestoring()
  const isBusy = isStale || [emptying, restoring].some((work) => work.isUnderWay || work.isPending)
  const works = [
    { ...emptying, label: 'Deletion for good' },
    { ...restoring, label: 'Restoration' },
  ]
  return (
    <>
      {all && all.total > 0 && (
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} onClick={() => restoring.restoreAll(all)}>
            <RotateCcw aria-hidden className="size-4" />
            {isFiltered ? 'Restore all that match' : 'Restore all'}
          </Button>
          <Button className="text-danger-ink!" isBusy={isBusy} onClick={() => emptying.empty(all)}>
            <Trash2 aria-hidden className="size-4" />
            {isFiltered ? 'Delete all that match for good' : 'Empty the trash'}
          </Button>
        </div>
      )}
      {works.map(
        ({ operation, isUnderWay, stop, label }) =>
          operation &&
          isUnderWay && (
            <OperationProgress key={label} operation={operation} unit="items" label={label} onStop={stop} />
          ),
      )}
    </>
  )
}
