import type { OrphanReport } from '@hotvote/shared/bucket'
import { count, counted } from '@hotvote/shared/counted'
import type { Operation } from '@hotvote/shared/operations'
import { useQueryClient } from '@tanstack/react-query'
import { dateTime } from '../../../lib/browser/format.ts'
import { bucketOverviewQuery } from '../../../lib/operator/bucket-overview.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { startOrphans } from './bucket.api.ts'
import type { Deletable } from './deletable.ts'
import { BrokenItems, OrphanFiles } from './orphan-lists.tsx'
import { type Deleted, goneSince } from './use-file-deletion.ts'

const FAILED = { title: 'The orphan report could not be started' }

type Props = { gone: Deleted; onDelete: (files: Deletable[]) => void }

/** Files without items, and items without files. */
export function OrphansCard({ gone, onDelete }: Props) {
  const client = useQueryClient()
  // A large bucket is counted by this alone.
  const onEnded = () => void client.invalidateQueries({ queryKey: bucketOverviewQuery.queryKey })
  const work = useOperation({ kind: 'find-orphans', send: startOrphans, failed: FAILED, onEnded })
  return (
    <OperationCard
      title="Orphan Report"
      purpose="Compares the bucket with the database: files older than an hour that no item uses, and items whose files are missing."
      work={work}
      start={{ text: 'Find Orphans', busy: 'Comparing…' }}
      progress={{ unit: 'files', label: 'Orphan report' }}
      failed="The orphan report failed"
      result={(report, operation) => <Outcome {...{ report, operation, gone, onDelete }} />}
    />
  )
}

type OutcomeProps = Props & { report: OrphanReport; operation: Operation }

function Outcome({ report, operation: { createdAt, endedAt }, gone, onDelete }: OutcomeProps) {
  const { orphans, brokenItems } = report
  const { isFileGone, isItemGone } = goneSince(gone, createdAt)
  const files = orphans.files.filter(({ key }) => !isFileGone(key))
  const items = brokenItems.items.filter(({ mediaId }) => !isItemGone(mediaId))
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        <span className="font-semibold">{report.message}</span>{' '}
        <span className="text-mute">
          among {counted(report.totals.totalFiles, 'file')}
          {endedAt && ` · ${dateTime(endedAt)}`}
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
