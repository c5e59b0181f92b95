import type { Answer } from '@hotvote/shared/contract'
import type { listUserSessions, ShownUser } from '@hotvote/shared/user-page'
import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { dateTime } from '../../../lib/browser/format.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import type { Column } from '../../../ui/table-props.ts'
import { TableSkeleton } from '../../../ui/table-skeleton.tsx'
import { userSessionsQuery } from './user-page.api.ts'

type Session = Answer<typeof listUserSessions>[number] & { number: number }

const columns: Column<Session>[] = [
  { id: 'device', header: 'Device', width: 130, cell: ({ number }) => `Browser ${number}` },
  { id: 'seenAt', header: 'Last seen', width: 200, cell: ({ seenAt }) => dateTime(seenAt) },
  { id: 'createdAt', header: 'Since', width: 200, cell: ({ createdAt }) => dateTime(createdAt) },
  {
    id: 'network',
    header: 'Network',
    width: 120,
    cell: ({ network }) => network ?? <span className="text-mute">Not known</span>,
  },
]

/** Where a user is logged in. */
export function UserSessions({ user }: { user: ShownUser }) {
  const query = useQuery(userSessionsQuery(user.id))
  return (
    <QueryView query={query} errorTitle="The sessions could not be loaded" loading={<TableSkeleton hasCount={false} />}>
      {(sessions) => (
        <DataTable
          label="Sessions"
          columns={columns}
          rows={sessions.map((session, n) => ({ ...session, number: n + 1 }))}
          keyOf={({ number }) => number}
          empty={<Empty icon={MonitorSmartphone} title="Not logged in anywhere" />}
        />
      )}
    </QueryView>
  )
}
