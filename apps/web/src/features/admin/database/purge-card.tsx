import { count, counted } from '@hotvote/shared/counted'
import { useMutation } from '@tanstack/react-query'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { checkInactive, startPurge } from './site-health.api.ts'
import { useDestructiveOperation } from './use-destructive-operation.ts'

const FAILED = { title: 'Failed to purge inactive accounts' }

const PURPOSE = [
  'Removes users with no e-mail, no votes, no uploads and fewer than 2 views. No votes or uploads are lost.',
  "Visitors of the last hour stay. Captured or unconfirmed addresses don't protect an account. The list of captured addresses stays.",
]

/** Check, confirm, purge (`admin.md §4`). */
export function PurgeCard() {
  const { work, operation, clear } = useDestructiveOperation({
    kind: 'purge-inactive-accounts',
    send: startPurge,
    failed: FAILED,
  })
  const check = useMutation(checkInactive)
  const latestPurge = work.operation?.id
  // A purge, even from another tab, makes the check outdated.
  const checked = check.variables?.purge === latestPurge ? check.data : undefined
  const purge = () => {
    check.reset()
    work.start()
  }
  return (
    <OperationCard
      isSection
      title="Purge Inactive Accounts"
      purpose={PURPOSE}
      work={work}
      operation={operation}
      action={
        !checked && (
          <Button
            onClick={() => {
              clear()
              check.mutate({ purge: latestPurge })
            }}
            isBusy={work.isUnderWay || check.isPending}
          >
            {check.isPending ? 'Checking…' : 'Check Inactive Accounts'}
          </Button>
        )
      }
      progress={{ unit: 'accounts', label: 'Purge' }}
      result={({ message, remainingUsers }, { status }) => (
        <p role="status" className="font-semibold">
          {status === 'stopped' && 'Stopped. '}
          {message}; {count(remainingUsers)} remain.
        </p>
      )}
    >
      {checked && !work.isUnderWay && <ConfirmPurge {...checked} onPurge={purge} onCancel={check.reset} />}
    </OperationCard>
  )
}

type ConfirmProps = {
  inactiveUsers: number
  totalUsers: number
  percentage: number
  onPurge: () => void
  onCancel: () => void
}

function ConfirmPurge({ inactiveUsers, totalUsers, percentage, onPurge, onCancel }: ConfirmProps) {
  const accounts = counted(inactiveUsers, 'inactive account')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-raised p-4" role="status">
      <p className="min-w-0 flex-1 basis-64">
        <strong>{accounts}</strong> of {counted(totalUsers, 'user')} ({percentage}%)
        {inactiveUsers > 0 ? ' will be deleted for good.' : ': there is nothing to purge.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel}>{inactiveUsers > 0 ? 'Cancel' : 'Close'}</Button>
        {inactiveUsers > 0 && (
          <Button variant="danger" onClick={onPurge}>
            Purge {accounts}
          </Button>
        )}
      </div>
    </div>
  )
}
