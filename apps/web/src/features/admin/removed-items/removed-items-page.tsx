import type { Sent } from '@hotvote/shared/contract'
import { count, counted } from '@hotvote/shared/counted'
import { type allowRemovedItem, listRemovedItems, type RemovedItem } from '@hotvote/shared/operator/removed-items'
import { mutationOptions, useMutation, useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useListFilters } from '../../../lib/browser/url-state.ts'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { pageQuery } from '../../../lib/operator/operator-query.ts'
import { AdminPage } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import { RequestLink, ScreenLinks, UserLink } from '../../../ui/data/operator-links.tsx'
import type { Column } from '../../../ui/data/table-selection.tsx'
import { Empty } from '../../../ui/feedback/query-view.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { FilterField, SearchField } from '../../../ui/forms/field.tsx'
import { RemovedPicture } from '../../../ui/media/item-picture.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'

const LIST = ['admin', 'removed-items']

const removedItemsQuery = (query: Partial<Sent<typeof listRemovedItems, 'query'>>, cursor: string) =>
  pageQuery<typeof listRemovedItems>('GET /api/admin/removed-items', cursor, { query })

const allowMutation = mutationOptions({
  mutationFn: (removedItemId: number) =>
    callAsOperator<typeof allowRemovedItem>('DELETE /api/admin/removed-items/:removedItemId', {
      params: { removedItemId },
    }),
  meta: {
    invalidates: [LIST, ['admin', 'queue'], ['admin', 'takedowns'], ['admin', 'trash']],
    refetchOnLostAnswer: [LIST],
    done: { title: 'Allowed again', description: 'Copies of the item can be uploaded from now on.' },
    failed: { title: 'Error', fallback: 'The item could not be allowed again' },
  },
})

const FILTERS = { search: '', cause: '' }
const PARAMS = { ...FILTERS, cursor: '' }

const describeItem = ({ originalName, mediaId }: RemovedItem) =>
  originalName ?? (mediaId === null ? 'Unnamed item' : `Media #${mediaId}`)

const CAUSES: Record<RemovedItem['cause'], string> = {
  takedown: 'Takedown',
  reported: 'Reported, removed by you',
  deleted: 'Deleted by you',
}

const Cause = ({ item: { cause, takedownId } }: { item: RemovedItem }) =>
  takedownId === null ? CAUSES[cause] : <RequestLink id={takedownId} />

const columnsWith = (action: (item: RemovedItem) => ReactNode): Column<RemovedItem>[] => [
  {
    id: 'picture',
    header: 'Picture',
    cell: (item) => (
      <span className="block w-32">
        <RemovedPicture
          picture={item.picture}
          trashedId={item.hasTrashedPicture ? item.mediaId : null}
          alt={`Removed: ${describeItem(item)}`}
        />
      </span>
    ),
    width: 150,
  },
  {
    id: 'name',
    header: 'Item',
    cell: (item) => <span className="font-semibold [overflow-wrap:anywhere]">{describeItem(item)}</span>,
    width: 180,
  },
  { id: 'cause', header: 'Why', cell: (item) => <Cause item={item} />, width: 170 },
  {
    id: 'uploader',
    header: 'Uploaded by',
    cell: ({ userId, username }) =>
      username === null ? <span className="text-mute">Deleted</span> : <UserLink {...{ userId, username }} />,
    width: 150,
  },
  { id: 'removedAt', header: 'Removed', cell: ({ removedAt }) => <Ago at={removedAt} />, width: 190 },
  { id: 'attempts', header: 'Tried again', cell: ({ attempts }) => count(attempts), width: 100, align: 'end' },
  { id: 'action', header: '', cell: action, width: 150 },
]

function useAllow() {
  const { mutate, isPending } = useMutation(allowMutation)
  const allow = async (item: RemovedItem) => {
    const isSure = await confirm({
      title: 'Allow this item again?',
      text: `Visitors can then upload copies of ${describeItem(item)}. The item itself is not restored.`,
      action: 'Allow again',
    })
    if (isSure) mutate(item.id)
  }
  return { allow, isPending }
}

/** Screen that lists items that may not be uploaded again (docs/decisions/031). */
export function RemovedItemsPage() {
  const { params, filters, change, field } = useListFilters(PARAMS, listRemovedItems)
  const query = useQuery(removedItemsQuery(filters, params.cursor))
  const { allow, isPending } = useAllow()
  const onShowAll = Object.keys(filters).length > 0 ? () => change(FILTERS) : undefined
  const columns = columnsWith((item) => (
    <Button
      size="small"
      isBusy={isPending}
      aria-label={`Allow again: ${describeItem(item)}`}
      onClick={() => void allow(item)}
    >
      Allow again
    </Button>
  ))
  return (
    <AdminPage
      title="Removed Items"
      purpose="Items that cannot be uploaded again: copies are refused, and look-alikes wait for review."
      action={<ScreenLinks to={['trash']} />}
    >
      <search className="grid gap-3 md:grid-cols-[minmax(0,1fr)_16rem]">
        <SearchField placeholder="File name" {...field('search')} />
        <FilterField label="Why" any="Any reason" options={CAUSES} {...field('cause')} />
      </search>
      <ListTable
        query={query}
        errorTitle="The removed items could not be loaded"
        label="Removed items"
        head={({ total }) => counted(total, 'item')}
        columns={columns}
        getKey={({ id }) => id}
        empty={
          <Empty
            icon={ShieldCheck}
            title={onShowAll ? 'No removed items found' : 'No removed items'}
            onShowAll={onShowAll}
          >
            Items that you remove with “And never again” are listed here.
          </Empty>
        }
      />
    </AdminPage>
  )
}
