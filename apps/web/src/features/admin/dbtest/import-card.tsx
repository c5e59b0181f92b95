import type { ImportResult } from '@hotvote/shared/database'
import type { Operation } from '@hotvote/shared/operations'
import { ChevronRight } from 'lucide-react'
import { useCallback } from 'react'
import { count } from '../../../lib/format.ts'
import { useOperation } from '../../../lib/operations.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { OperationProgress } from '../../../ui/operation-progress.tsx'
import { startImport } from './dbtest.api.ts'

const FAILED = { title: 'Media import failed', fallback: 'Please try again in a moment.' }

/** `onImported` is called when an import that was watched has brought something. */
export function ImportCard({ onImported }: { onImported: () => void }) {
  const onEnded = useCallback(
    ({ result }: Operation) => {
      if ((result as ImportResult | null)?.imported) onImported()
    },
    [onImported],
  )
  const work = useOperation({ kind: 'import-media', send: startImport, failed: FAILED, onEnded })
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg">Import Media from Bucket</h2>
          <p className="mt-1 text-mute">
            Puts every file of the bucket that the site does not know onto it, whatever its name, after the checks of an
            upload. No file is changed or deleted.
          </p>
        </div>
        <Button onClick={work.start} isBusy={work.isUnderWay || work.isPending}>
          {work.isUnderWay ? 'Importing…' : 'Import Media from Bucket'}
        </Button>
      </div>
      {work.operation && <ImportState operation={work.operation} isUnderWay={work.isUnderWay} onStop={work.stop} />}
    </Card>
  )
}

type StateProps = { operation: Operation; isUnderWay: boolean; onStop: () => void }

function ImportState({ operation, isUnderWay, onStop }: StateProps) {
  if (isUnderWay) return <OperationProgress operation={operation} unit="files" label="Media import" onStop={onStop} />
  if (operation.status === 'failed')
    return (
      <p role="alert" className="text-danger-ink">
        Media import failed: {operation.error}
      </p>
    )
  const result = operation.result as ImportResult | null
  return result && <ImportOutcome operation={operation} result={result} />
}

/** Counts that stand in the sentence already; the others are reasons. */
const TOLD = ['imported', 'skipped']

function ImportOutcome({ operation, result }: { operation: Operation; result: ImportResult }) {
  const reasons = Object.entries(operation.progress.counts).filter(([name]) => !TOLD.includes(name))
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
