import type { OrphanReport } from '@hotvote/shared/bucket'
import type { Operation } from '@hotvote/shared/operations'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { bucketOverviewQuery } from '../../../lib/bucket-overview.ts'
import { count, counted, dateTime } from '../../../lib/format.ts'
import { useOperation } from '../../../lib/operations.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { OperationProgress } from '../../../ui/operation-progress.tsx'
import { startOrphans } from './bucket.api.ts'
import { BrokenItems, OrphanFiles } from './orphan-lists.tsx'
import { Stopped } from './stopped.tsx'
import type { Gone } from './use-file-deletion.ts'
import type { Deletable } from './use-shown-files.ts'

const FAILED = { title: 'The orphan report could not be started', fallback: 'Please try again in a moment.' }

type Props = { gone: Gone; onDelete: (files: Deletable[]) => void }

/** Files without items, and items without files. */
export function OrphansCard({ gone, onDelete }: Props) {
  const client = useQueryClient()
  // A large bucket is counted by this alone.
  const onEnded = useCallback(() => void client.invalidateQueries({ queryKey: bucketOverviewQuery.queryKey }), [client])
  const work = useOperation({ kind: 'find-orphans', send: startOrphans, failed: FAILED, onEnded })
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg">Orphan Report</h2>
          <p className="mt-1 text-mute">
            Compares the bucket with the database: files older than an hour that no item uses, and items whose files are
            missing.
          </p>
        </div>
        <Button onClick={work.start} isBusy={work.isUnderWay || work.isPending}>
          {work.isUnderWay ? 'Comparing…' : 'Find Orphans'}
        </Button>
      </div>
      {work.isUnderWay && work.operation && (
        <OperationProgress operation={work.operation} unit="files" label="Orphan report" onStop={work.stop} />
      )}
      {!work.isUnderWay && work.operation && <Outcome operation={work.operation} {...{ gone, onDelete }} />}
    </Card>
  )
}

function Outcome({ operation, gone, onDelete }: Props & { operation: Operation }) {
  if (operation.status === 'failed')
    return (
      <p role="alert" className="text-danger-ink">
        The orphan report failed: {operation.error}
      </p>
    )
  const report = operation.result as OrphanReport | null
  if (!report) return operation.status === 'stopped' && <Stopped operation={operation} />
  const { orphans, brokenItems } = report
  const files = orphans.files.filter(({ key }) => !gone.keys.has(key))
  const items = brokenItems.items.filter(({ mediaId }) => !gone.items.has(mediaId))
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        <span className="font-semibold">{report.message}</span>{' '}
        <span className="text-mute">
          among {counted(report.totals.totalFiles, 'file')}
          {operation.endedAt && ` · ${dateTime(operation.endedAt)}`}
        </span>
      </p>
      {files.length > 0 && <OrphanFiles files={files} onDelete={onDelete} />}
      {items.length > 0 && <BrokenItems items={items} onDelete={onDelete} />}
      {orphans.count > orphans.files.length && (
        <p className="text-sm text-mute">
          {count(orphans.count - orphans.files.length)} more files are not listed: run the report again when these are
          gone.
        </p>
      )}
    </div>
  )
}
