import { count } from '@hotvote/shared/counted'
import type { ImportResult } from '@hotvote/shared/operator/bucket'
import type { OperationOf } from '@hotvote/shared/operator/operation-results'
import type { Operation } from '@hotvote/shared/operator/operations'
import { ChevronRight } from 'lucide-react'
import { useOperation } from '../../../lib/operator/operations.ts'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { startImport } from './site-health.api.ts'

const FAILED = { title: 'Media import failed' }

export function ImportCard({ onImported }: { onImported: () => void }) {
  const onEnded = ({ result }: OperationOf<'import-media'>) => result?.imported && onImported()
  const work = useOperation({ kind: 'import-media', send: startImport, failed: FAILED, onEnded })
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

/** Counts that the message already contains; the others are reasons. */
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
