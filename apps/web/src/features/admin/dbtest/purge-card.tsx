import type { PurgeResult } from '@hotvote/shared/database'
import type { Operation } from '@hotvote/shared/operations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { count, counted } from '../../../lib/format.ts'
import { useOperation } from '../../../lib/operations.ts'
import { Button } from '../../../ui/button.tsx'
import { OperationProgress } from '../../../ui/operation-progress.tsx'
import { checkInactive, countsQuery, startPurge } from './dbtest.api.ts'

const FAILED = { title: 'Failed to purge inactive accounts', fallback: 'Please try again in a moment.' }

/** Check, confirm, purge (`admin.md §4`). */
export function PurgeCard() {
  const client = useQueryClient()
  const [ended, setEnded] = useState<Operation>()
  // A button that takes the place of the focused one takes its focus, too.
  const [isBack, setBack] = useState(false)
  const check = useMutation(checkInactive)
  const onEnded = useCallback(
    (operation: Operation) => {
      setEnded(operation)
      void client.invalidateQueries({ queryKey: countsQuery.queryKey })
    },
    [client],
  )
  const work = useOperation({ kind: 'purge-inactive-accounts', send: startPurge, failed: FAILED, onEnded })
  const isBusy = work.isUnderWay
  const cancel = () => {
    setBack(true)
    check.reset()
  }
  const purge = () => {
    setBack(true)
    check.reset()
    work.start()
  }
  return (
    <section aria-labelledby="purge" className="flex flex-col gap-4 p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h3 id="purge" className="text-base font-semibold">
            Purge Inactive Accounts
          </h3>
          <p className="mt-1 text-mute">
            Removes users with no e-mail, no votes, no uploads and fewer than 2 views. Nothing that somebody made is
            lost.
          </p>
          <p className="mt-1 text-mute">
            Whoever is on the site, or was within the last hour, stays. An address left with the e-mail capture, or one
            whose link was never clicked, does not belong to an account and saves nobody from the purge. The list of
            captured addresses stays.
          </p>
        </div>
        {!check.data && (
          <Button
            autoFocus={isBack}
            onClick={() => {
              setEnded(undefined)
              check.mutate()
            }}
            isBusy={isBusy || check.isPending}
          >
            {check.isPending ? 'Checking…' : 'Check Inactive Accounts'}
          </Button>
        )}
      </div>
      {check.data && !isBusy && <ConfirmPurge {...check.data} onPurge={purge} onCancel={cancel} />}
      {isBusy && work.operation && (
        <OperationProgress operation={work.operation} unit="accounts" label="Purge" onStop={work.stop} />
      )}
      {ended && !isBusy && <PurgeOutcome operation={ended} />}
    </section>
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
        {inactiveUsers > 0 ? ' will be deleted for ever.' : ': there is nothing to purge.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onCancel} autoFocus>
          {inactiveUsers > 0 ? 'Cancel' : 'Close'}
        </Button>
        {inactiveUsers > 0 && (
          <Button variant="danger" onClick={onPurge}>
            Purge {accounts}
          </Button>
        )}
      </div>
    </div>
  )
}

function PurgeOutcome({ operation }: { operation: Operation }) {
  const result = operation.result as PurgeResult | null
  if (operation.status === 'failed' || !result)
    return (
      <p role="alert" className="text-danger-ink">
        Failed to purge inactive accounts{operation.error && `: ${operation.error}`}
      </p>
    )
  return (
    <p role="status" className="font-semibold">
      {operation.status === 'stopped' && 'Stopped. '}
      {result.message}; {count(result.remainingUsers)} remain.
    </p>
  )
}
