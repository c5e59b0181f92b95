import type { Answer } from '@hotvote/shared/contract'
import type { listUserSessions, ShownUser } from '@hotvote/shared/user-page'
import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { dateTime } from '../../../lib/browser/format.ts'
import { ListTable } from '../../../ui/data/list-table.tsx'
import type { Column } from '../../../ui/data/table-props.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { latestOnly } from './latest-only.tsx'
import { userSessionsQuery } from './user-page.api.ts'

const numbered = (sessions: Answer<typeof listUserSessions>) =>
  sessions.map((session, n) => ({ ...session, number: n + 1 }))
type Session = ReturnType<typeof numbered>[number]

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
  return (
    <ListTable
      query={useQuery({ ...userSessionsQuery(user.id), select: numbered })}
      errorTitle="The sessions could not be loaded"
      label="Sessions"
      head={latestOnly(user.sessions)}
      columns={columns}
      keyOf={({ number }) => number}
      empty={<Empty icon={MonitorSmartphone} title="Not logged in anywhere" />}
    />
  )
}
