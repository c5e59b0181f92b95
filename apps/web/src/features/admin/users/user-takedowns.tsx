import type { Answer } from '@hotvote/shared/contract'
import type { listUserTakedowns, ShownUser } from '@hotvote/shared/user-page'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { date } from '../../../lib/browser/format.ts'
import { StatusBadge } from '../../../ui/data/badge.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import { RequestLink } from '../../../ui/data/operator-links.tsx'
import type { Column } from '../../../ui/data/table-props.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { latestOnly } from './latest-only.tsx'
import { SoughtItem } from './sought-item.tsx'
import { userTakedownsQuery } from './user-page.api.ts'

type Takedown = Answer<typeof listUserTakedowns>[number]

const columns: Column<Takedown>[] = [
  { id: 'id', header: 'Request', width: 110, cell: ({ id }) => <RequestLink id={id} /> },
  { id: 'status', header: 'Status', width: 110, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'work',
    header: 'Work',
    width: 280,
    cell: ({ workDescription }) => <span className="line-clamp-2">{workDescription}</span>,
  },
  { id: 'item', header: 'Item', width: 220, cell: ({ item }) => (item === null ? 'Gone' : <SoughtItem {...item} />) },
  { id: 'createdAt', header: 'Filed', width: 120, cell: ({ createdAt }) => date(createdAt) },
]

/** Takedown requests about what a user uploaded. */
export function UserTakedowns({ user }: { user: ShownUser }) {
  return (
    <ListTable
      query={useQuery(userTakedownsQuery(user.id))}
      errorTitle="The takedown requests could not be loaded"
      label="Takedown requests"
      head={latestOnly(user.takedowns)}
      columns={columns}
      keyOf={({ id }) => id}
      empty={<Empty icon={ShieldCheck} title="No takedown requests" />}
    />
  )
}
