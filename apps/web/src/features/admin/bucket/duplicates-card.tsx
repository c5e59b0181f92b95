import type { DuplicateGroup, DuplicateResult } from '@hotvote/shared/bucket'
import type { Operation } from '@hotvote/shared/operations'
import { useEffect, useMemo } from 'react'
import { count, counted, dateTime } from '../../../lib/format.ts'
import { useOperation } from '../../../lib/operations.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { OperationProgress } from '../../../ui/operation-progress.tsx'
import type { Selection } from '../../../ui/table-selection.tsx'
import { startDuplicates } from './bucket.api.ts'
import { DuplicateGroups } from './duplicate-groups.tsx'
import { Stopped } from './stopped.tsx'
import type { Gone } from './use-file-deletion.ts'
import type { OnShown } from './use-shown-files.ts'

const FAILED = { title: 'Failed to find duplicates', fallback: 'Please try again in a moment.' }

type Props = { selection: Selection<string>; gone: Gone; onShown: OnShown }

type CardProps = Props & {
  /** What is below has its place: until then this card does not grow and push it down. */
  isSettled: boolean
}

/** Duplicate detection (`admin.md §2`): by content, look, name and size. */
export function DuplicatesCard({ isSettled, selection, gone, onShown }: CardProps) {
  const work = useOperation({ kind: 'find-duplicates', send: startDuplicates, failed: FAILED })
  const operation = isSettled ? work.operation : null
  // Another search finds other groups. A screen that is only hidden meanwhile stays ticked.
  useEffect(() => {
    if (work.isUnderWay) onShown('groups', [])
  }, [work.isUnderWay, onShown])
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-lg">Duplicate Detection</h2>
          <p className="mt-1 text-mute">
            Finds originals with the same content, the same look, the same name or the same size. Only the first two say
            that pictures are the same.
          </p>
        </div>
        <Button onClick={work.start} isBusy={work.isUnderWay || work.isPending}>
          {work.isUnderWay ? 'Searching…' : 'Find Duplicates'}
        </Button>
      </div>
      {work.isUnderWay && operation && (
        <OperationProgress operation={operation} unit="files" label="Duplicate search" onStop={work.stop} />
      )}
      {!work.isUnderWay && operation && <Outcome operation={operation} {...{ selection, gone, onShown }} />}
    </Card>
  )
}

/** What is left of the groups after deletions. */
const leftOf = (groups: DuplicateGroup[], gone: Gone) =>
  groups
    .map((group) => ({
      ...group,
      files: group.files.filter(({ key, mediaId }) => !gone.keys.has(key) && !gone.items.has(mediaId ?? 0)),
    }))
    .filter(({ files }) => files.length > 1)

function Outcome({ operation, selection, gone, onShown }: Props & { operation: Operation }) {
  const result = operation.result as DuplicateResult | null
  const groups = useMemo(() => leftOf(result?.duplicateGroups ?? [], gone), [result, gone])
  if (operation.status === 'failed')
    return (
      <p role="alert" className="text-danger-ink">
        Failed to find duplicates: {operation.error}
      </p>
    )
  if (!result) return operation.status === 'stopped' && <Stopped operation={operation} />
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        <span className="font-semibold">{result.message}</span>{' '}
        <span className="text-mute">
          among {counted(result.totalFiles, 'file')}
          {result.potentialDeletions > 0 && `; ${count(result.potentialDeletions)} could be deleted`}
          {operation.endedAt && ` · ${dateTime(operation.endedAt)}`}
        </span>
      </p>
      {groups.length > 0 && <DuplicateGroups groups={groups} selection={selection} onShown={onShown} />}
    </div>
  )
}
