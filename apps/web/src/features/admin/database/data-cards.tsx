import { count, counted } from '@hotvote/shared/counted'
import type { ImportResult } from '@hotvote/shared/operator/bucket'
import type { OperationOf } from '@hotvote/shared/operator/operation-results'
import type { Operation, OperationKind } from '@hotvote/shared/operator/operations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useOperation } from '../../../lib/operator/operations.ts'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { confirm } from '../../../ui/overlays/confirm.tsx'
import { checkInactive, countsQuery, startImport, startPurge, startReset } from './site-health.api.ts'

type Options<Kind> = { kind: Kind; send: () => Promise<Operation>; failed: { title: string; fallback?: string } }

/** Runs a destructive operation, whose result is shown only until the page is reloaded. */
function useDestructiveOperation<Kind extends OperationKind>({ kind, send, failed }: Options<Kind>) {
  const client = useQueryClient()
  const [ended, setEnded] = useState<OperationOf<Kind> | null>(null)
  const onEnded = (operation: OperationOf<Kind>) => {
    setEnded(operation)
    void client.invalidateQueries({ queryKey: countsQuery.queryKey })
  }
  const work = useOperation({ kind, send, failed, onEnded })
  return { work, operation: work.isUnderWay ? work.operation : ended, clear: () => setEnded(null) }
}

const RESET_FAILED = { title: 'Database reset failed', fallback: 'Nothing was changed. Please try again in a moment.' }

/** Card for resetting the database (`admin.md §4`). */
export function ResetCard() {
  const { work, operation, clear } = useDestructiveOperation({
    kind: 'reset-database',
    send: startReset,
    failed: RESET_FAILED,
  })
  const { data: counts } = useQuery(countsQuery)
  const losses =
    counts &&
    `You are about to delete ${counted(counts.totalUsers, 'user')}, ${counted(counts.totalMedia, 'media item')}, ${counted(counts.totalVotes, 'vote')} and ${counted(counts.totalViews, 'view')}. `
  const ask = async () => {
    clear()
    const isSure = await confirm({
      title: 'Final warning: this cannot be undone.',
      text: `${losses ?? ''}Sessions, takedown requests and captured e-mail addresses are deleted, too. An import brings photos and videos back from the bucket, but not their names, uploaders or votes.`,
      action: 'Reset Database',
      typed: 'RESET DATABASE',
    })
    if (isSure) work.start()
  }
  return (
    <OperationCard
      isSection
      title="Database Reset"
      purpose="Deletes all users, sessions, media, votes, views, takedown requests, captured e-mail addresses and counts of past days, and restarts numbering. Settings, the audit log and the files in the bucket stay: an import brings the media back, without names and votes."
      work={work}
      operation={operation}
      result={({ message, deleted: { users, media, votes, views } }) => (
        <p role="status" className="font-semibold">
          {message}: {counted(users, 'user')}, {counted(media, 'media item')}, {counted(votes, 'vote')} and{' '}
          {counted(views, 'view')} are gone.
        </p>
      )}
    >
      {work.loadError ? null : work.isUnderWay ? (
        <p role="status" className="flex items-center gap-3 font-semibold">
          <Spinner isSmall /> Resetting the database…
        </p>
      ) : (
        <Button variant="danger" className="self-start" onClick={() => void ask()}>
          I Understand
        </Button>
      )}
    </OperationCard>
  )
}

const IMPORT_FAILED = { title: 'Media import failed' }

export function ImportCard({ onImported }: { onImported: () => void }) {
  const onEnded = ({ result }: OperationOf<'import-media'>) => result?.imported && onImported()
  const work = useOperation({ kind: 'import-media', send: startImport, failed: IMPORT_FAILED, onEnded })
  return (
    <OperationCard
      title="Import Media from Bucket"
      purpose="Adds every file in the bucket that isn't on the site yet, after the usual upload checks. No file is changed or deleted."
      work={work}
      start={{ text: 'Import Media from Bucket', busy: 'Importing…' }}
      progress={{ unit: 'files', label: 'Media import' }}
      result={(result, operation) => <ImportOutcome operation={operation} result={result} />}
    />
  )
}

/** Counts already included in the message. The others are listed as reasons for skipped files. */
const IN_MESSAGE = ['imported', 'skipped']

function ImportOutcome({ operation, result }: { operation: Operation; result: ImportResult }) {
  const reasons = Object.entries(operation.progress.counts).filter(([name]) => !IN_MESSAGE.includes(name))
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="font-semibold">
        {operation.status === 'stopped' && 'Stopped. '}
        {result.message} of {count(result.totalFiles)}
      </p>
      {reasons.length > 0 && (
        <ul className="divide-y divide-line text-sm" aria-label="Skipped files">
          {reasons
            .sort(([, a], [, b]) => b - a)
            .map(([reason, files]) => (
              <li key={reason} className="flex justify-between gap-4 py-2">
                <span className="min-w-0 text-mute">{reason}</span>
                <span className="tabular-nums">{count(files)}</span>
              </li>
            ))}
        </ul>
      )}
      {result.errors.length > 0 && <Refusals errors={result.errors} />}
    </div>
  )
}

function Refusals({ errors }: Pick<ImportResult, 'errors'>) {
  return (
    <details className="group">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 rounded-control pr-2 text-mute hover:text-text">
        <ChevronRight aria-hidden className="size-4 transition group-open:rotate-90" />
        {count(errors.length)} refused: show why
      </summary>
      <ul className="divide-y divide-line text-sm" aria-label="Refused files">
        {errors.map(({ key, reason }) => (
          <li key={key} className="py-2">
            <span className="font-semibold break-all">{key}</span>
            <span className="block text-mute">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const PURGE_FAILED = { title: 'Failed to purge inactive accounts' }

const PURPOSE = [
  'Removes users with no e-mail, no votes, no uploads and fewer than 2 views. No votes or uploads are lost.',
  "Visitors of the last hour stay. Captured or unconfirmed addresses don't protect an account. The list of captured addresses stays.",
]

/** Card for purging inactive accounts: check, confirm, purge (`admin.md §4`). */
export function PurgeCard() {
  const { work, operation, clear } = useDestructiveOperation({
    kind: 'purge-inactive-accounts',
    send: startPurge,
    failed: PURGE_FAILED,
  })
  const check = useMutation(checkInactive)
  const checked = check.data
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
              check.mutate()
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
