import { count, counted } from '@hotvote/shared/counted'
import type { RetentionRule } from '@hotvote/shared/health'
import { dateTime } from '../../../lib/browser/format.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { DataTable } from '../../../ui/data/data-table.tsx'
import { Section } from '../../../ui/data/section.tsx'
import type { Column } from '../../../ui/data/table-props.ts'
import { type Health, isRetentionLate } from './health-checks.ts'

type Retention = Health['retention'][number]

const names: Record<RetentionRule, string> = {
  visitors: 'Visitors who never did anything and did not come back, with their sessions and views',
  addresses: 'Network addresses in the audit log and in finished work',
  operations: 'Finished long work, but the newest of each kind, and jobs that were given up',
  'captured-emails': 'E-mail addresses that visitors left',
}

const columns: Column<Retention>[] = [
  { id: 'rule', header: 'What', width: 320, cell: ({ rule }) => names[rule] },
  {
    id: 'days',
    header: 'Removed after',
    width: 150,
    cell: ({ days }) => (days === 0 ? 'Never: kept' : counted(days, 'day')),
  },
  {
    id: 'lastRun',
    header: 'Last run',
    width: 200,
    cell: (retention) => (
      <span className="flex flex-wrap items-center gap-x-2">
        {retention.lastRun === null ? <span className="text-mute">Not yet</span> : dateTime(retention.lastRun)}
        {isRetentionLate(retention) && <Badge tone="warn">Late</Badge>}
      </span>
    ),
  },
  {
    id: 'removed',
    header: 'Removed then',
    width: 130,
    align: 'end',
    cell: ({ lastRun, removed }) => (lastRun === null ? <span className="text-mute">–</span> : count(removed)),
  },
]

/** What does not stay for ever, after which time it goes, and whether the job that removes it runs. */
export const RetentionTable = ({ retention }: { retention: Retention[] }) => (
  <Section title="Retention">
    <p className="text-sm text-mute">
      A job removes these once a day. The times are settings of the process (RETENTION_…).
    </p>
    <DataTable
      label="Retention"
      columns={columns}
      rows={retention}
      keyOf={({ rule }) => rule}
      empty="Nothing is removed."
    />
  </Section>
)
