import { count, counted } from '@hotvote/shared/counted'
import type { health, RetentionRule, sendTestEmail } from '@hotvote/shared/operator/health'
import { mutationOptions, queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { callAsOperator } from '../../../lib/operator/call-as-operator.ts'
import { operatorQuery, polled } from '../../../lib/operator/operator-query.ts'
import { AdminPage, RefreshButton, Section } from '../../../ui/data/admin-page.tsx'
import { Ago } from '../../../ui/data/ago.tsx'
import { Badge, type Tone } from '../../../ui/data/badge.tsx'
import { Card } from '../../../ui/data/card.tsx'
import { DataTable } from '../../../ui/data/data-table.tsx'
import type { Column } from '../../../ui/data/table-selection.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { checks, type Finding, type Health, isRetentionLate } from './health-checks.ts'

const healthQuery = queryOptions({ ...operatorQuery<typeof health>('GET /api/admin/health'), ...polled })

const testEmailMutation = mutationOptions({
  mutationFn: () => callAsOperator<typeof sendTestEmail>('POST /api/admin/test-email'),
  meta: {
    done: { title: 'Test email sent', description: 'Look for it in the mailbox of OPERATOR_EMAIL.' },
    failed: { title: 'Test email not sent' },
  },
})

const summarize = (data: Health) => {
  const failing = checks.filter(({ evaluate }) => ['attention', 'failing'].includes(evaluate(data).state))
  const bad = [...failing.map(({ name }) => name), ...(data.retention.some(isRetentionLate) ? ['Retention'] : [])]
  return bad.length === 0 ? 'All systems OK.' : `Needs attention: ${bad.join(', ')}.`
}

function TestEmailButton() {
  const { mutate, isPending } = useMutation(testEmailMutation)
  return (
    <Button size="small" className="self-start" isBusy={isPending} onClick={() => mutate()}>
      Send test email
    </Button>
  )
}

export function HealthPage() {
  const show = (data?: Health) => (
    <>
      <p role="status" className="min-h-6 font-semibold">
        {data ? summarize(data) : 'Loading…'}
      </p>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {checks.map(({ name, icon, evaluate }) => (
          <li key={name} className="grid">
            <HealthCard
              name={name}
              icon={icon}
              finding={data && evaluate(data)}
              action={name === 'Mail' && <TestEmailButton />}
            />
          </li>
        ))}
      </ul>
      {data && <RetentionTable retention={data.retention} />}
    </>
  )
  return (
    <AdminPage
      title="Health"
      purpose="Services, queues and failures."
      action={<RefreshButton queryKeys={[healthQuery.queryKey]} />}
    >
      <QueryView query={useQuery(healthQuery)} errorTitle="The state of the site could not be loaded" loading={show()}>
        {show}
      </QueryView>
    </AdminPage>
  )
}

const looks: Record<Finding['state'], { tone: Tone; word: string } | undefined> = {
  good: { tone: 'ok', word: 'Good' },
  attention: { tone: 'warn', word: 'Attention' },
  failing: { tone: 'danger', word: 'Failing' },
  none: undefined,
}

type Props = {
  name: string
  icon: LucideIcon
  /** Undefined while loading. */
  finding: Finding | undefined
  action?: ReactNode
}

export function HealthCard({ name, icon: Icon, finding, action }: Props) {
  const look = finding && looks[finding.state]
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 className="flex items-center gap-2 text-base">
          <Icon aria-hidden className="size-4 shrink-0 text-mute" />
          {name}
        </h2>
        {look && <Badge tone={look.tone}>{look.word}</Badge>}
      </div>
      {finding ? <Figures {...finding} /> : <Loading />}
      {action}
    </Card>
  )
}

const Figures = ({ value, notes }: Finding) => (
  <>
    <p className="text-xl leading-8 font-bold tracking-tight tabular-nums">{value}</p>
    <div className="min-h-11 text-sm text-mute">
      {notes.map((note) => (
        <p key={note} className="break-words">
          {note}
        </p>
      ))}
    </div>
  </>
)

const Loading = () => (
  <>
    <span className="flex h-8 items-center">
      <Skeleton className="h-5 w-28" />
    </span>
    <span className="flex min-h-11 flex-col gap-2 pt-1">
      <Skeleton className="h-3.5 w-40 max-w-full" />
      <Skeleton className="h-3.5 w-48 max-w-full" />
    </span>
  </>
)

type Retention = Health['retention'][number]

const names: Record<RetentionRule, string> = {
  visitors: 'Visitors who did nothing and never returned, with their sessions and views',
  addresses: 'IP addresses in the audit log and in finished operations',
  operations: 'Finished operations, except the newest of each kind, and failed jobs',
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
        {retention.lastRun === null ? <span className="text-mute">Not yet</span> : <Ago at={retention.lastRun} />}
        {isRetentionLate(retention) && <Badge tone="warn">Late</Badge>}
      </span>
    ),
  },
  {
    id: 'removed',
    header: 'Removed last time',
    width: 130,
    align: 'end',
    cell: ({ lastRun, removed }) => (lastRun === null ? <span className="text-mute">–</span> : count(removed)),
  },
]

export const RetentionTable = ({ retention }: { retention: Retention[] }) => (
  <Section title="Retention">
    <p className="text-sm text-mute">Removed once a day. Set the times with RETENTION_….</p>
    <DataTable
      label="Retention"
      columns={columns}
      rows={retention}
      getKey={({ rule }) => rule}
      empty="Nothing is removed."
    />
  </Section>
)
