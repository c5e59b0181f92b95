import type { DuplicateGroup, DuplicateResult } from '@hotvote/shared/bucket'
import { count, counted } from '@hotvote/shared/counted'
import type { Operation } from '@hotvote/shared/operations'
import { useEffect, useMemo } from 'react'
import { dateTime } from '../../../lib/browser/format.ts'
import { useOperation } from '../../../lib/operator/operations.ts'
import type { Selection } from '../../../ui/data/table-selection.tsx'
import { OperationCard } from '../../../ui/feedback/operation-card.tsx'
import { startDuplicates } from './bucket.api.ts'
import { DuplicateGroups } from './duplicate-groups.tsx'
import { type Deleted, goneSince } from './use-file-deletion.ts'
import type { OnShown } from './use-shown-files.ts'

const FAILED = { title: 'Failed to find duplicates' }

type Props = { selection: Selection<string>; gone: Deleted; onShown: OnShown }

type CardProps = Props & {
  /** What is below has its place: until then this card does not grow and push it down. */
  isSettled: boolean
}

/** Duplicate detection (`admin.md §2`): by content, look, name and size. */
export function DuplicatesCard({ isSettled, selection, gone, onShown }: CardProps) {
  const work = useOperation({ kind: 'find-duplicates', send: startDuplicates, failed: FAILED })
  // Another search finds other groups. A screen that is only hidden meanwhile stays ticked.
  useEffect(() => {
    if (work.isUnderWay) onShown('groups', [])
  }, [work.isUnderWay, onShown])
  return (
    <OperationCard
      title="Duplicate Detection"
      purpose="Finds originals with the same content, the same look, the same name or the same size. Only the first two say that pictures are the same."
      work={work}
      operation={isSettled ? work.operation : null}
      start={{ text: 'Find Duplicates', busy: 'Searching…' }}
      progress={{ unit: 'files', label: 'Duplicate search' }}
      result={(result, operation) => <Outcome {...{ result, operation, selection, gone, onShown }} />}
    />
  )
}

/** What is left of the groups after deletions. */
const remainingGroups = (groups: DuplicateGroup[], { isFileGone, isItemGone }: ReturnType<typeof goneSince>) =>
  groups
    .map((group) => ({
      ...group,
      files: group.files.filter(({ key, mediaId }) => !isFileGone(key) && !isItemGone(mediaId)),
    }))
    .filter(({ files }) => files.length > 1)

type OutcomeProps = Props & { result: DuplicateResult; operation: Operation }

function Outcome({ result, operation: { createdAt, endedAt }, selection, gone, onShown }: OutcomeProps) {
  const groups = useMemo(
    () => remainingGroups(result.duplicateGroups, goneSince(gone, createdAt)),
    [result, gone, createdAt],
  )
  // With the last group goes who tells that it is shown no more: of what was in it no copy stays.
  useEffect(() => {
    if (groups.length === 0) onShown('groups', [])
  }, [groups, onShown])
  return (
    <div className="flex flex-col gap-4">
      <p role="status">
        <span className="font-semibold">{result.message}</span>{' '}
        <span className="text-mute">
          · {counted(result.totalFiles, 'file')} searched
          {result.potentialDeletions > 0 && ` · ${count(result.potentialDeletions)} can be deleted`}
          {endedAt && ` · ${dateTime(endedAt)}`}
        </span>
      </p>
      {groups.length > 0 && <DuplicateGroups groups={groups} selection={selection} onShown={onShown} />}
    </div>
  )
}
