import type { ShownUser, UserReport } from '@hotvote/shared/user-page'
import { useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { date } from '../../../lib/browser/format.ts'
import { reportReasons } from '../../../lib/operator/report-reasons.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { ListTable } from '../../../ui/data/list-table.tsx'
import { UserLink } from '../../../ui/data/operator-links.tsx'
import type { Column } from '../../../ui/data/table-props.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { latestOnly } from './latest-only.tsx'
import { SoughtItem } from './sought-item.tsx'
import { userReportsQuery } from './user-page.api.ts'

const Reporter = ({ report: { reporter }, user }: { report: UserReport; user: ShownUser }) => {
  if (reporter === null) return <span className="text-mute">Somebody who is gone</span>
  return reporter.userId === user.id ? <strong>This user</strong> : <UserLink {...reporter} />
}

const columnsFor = (user: ShownUser): Column<UserReport>[] => [
  { id: 'item', header: 'Item', width: 220, cell: (report) => <SoughtItem {...report} /> },
  { id: 'reason', header: 'Reason', width: 180, cell: ({ reason }) => reportReasons[reason] },
  { id: 'reporter', header: 'Reported by', width: 180, cell: (report) => <Reporter report={report} user={user} /> },
  { id: 'createdAt', header: 'When', width: 120, cell: ({ createdAt }) => date(createdAt) },
  {
    id: 'state',
    header: 'State',
    width: 110,
    cell: ({ settledAt }) => (settledAt === null ? <Badge tone="warn">Waits</Badge> : <Badge>Settled</Badge>),
  },
]

/** What a user reported, and what others reported of theirs. */
export function UserReports({ user }: { user: ShownUser }) {
  return (
    <ListTable
      query={useQuery(userReportsQuery(user.id))}
      errorTitle="The reports could not be loaded"
      label="Reports"
      head={latestOnly(user.reports)}
      columns={columnsFor(user)}
      keyOf={({ id }) => id}
      empty={<Empty icon={Flag} title="No reports" />}
    />
  )
}
