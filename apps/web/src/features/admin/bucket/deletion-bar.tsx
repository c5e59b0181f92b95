import { BUCKET_DELETE_MAX, type BucketDeletion } from '@hotvote/shared/bucket'
import { count, counted } from '@hotvote/shared/counted'
import type { Operation } from '@hotvote/shared/operations'
import { Trash2 } from 'lucide-react'
import { DeletionNote } from '../../../ui/data/deletion-note.tsx'
import { BulkBar, type Selection } from '../../../ui/data/table-selection.tsx'
import { StopButton } from '../../../ui/feedback/operation-progress.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import type { useFileDeletion } from './use-file-deletion.ts'

type Props = { selection: Selection<string>; deletion: ReturnType<typeof useFileDeletion>; onDelete: () => void }

/** Lies above the end of the screen: what can be done with the selection, how far it is, and what came of it. */
export function DeletionBar({ selection, deletion, onDelete }: Props) {
  const { work, outcome, dismiss } = deletion
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 mt-auto flex flex-col gap-2 *:pointer-events-auto empty:hidden">
      {outcome && (selection.selected.size === 0 || outcome.errors.length > 0) && (
        <DeletionNote
          role="status"
          failures={outcome.errors.map(({ key, reason }) => ({ id: key, name: key, reason }))}
          onDismiss={dismiss}
        >
          <p className="font-semibold">{deletedText(outcome)}</p>
          {outcome.errors.length > 0 && (
            <p className="text-danger-ink">{count(outcome.errors.length)} could not be deleted:</p>
          )}
        </DeletionNote>
      )}
      {work.isUnderWay ? (
        <UnderWay operation={work.operation} onStop={work.stop} />
      ) : (
        <BulkBar selection={selection} max={BUCKET_DELETE_MAX}>
          <Button variant="danger" onClick={onDelete} disabled={selection.selected.size > BUCKET_DELETE_MAX}>
            <Trash2 aria-hidden className="size-4" />
            Delete {counted(selection.selected.size, 'file')}
          </Button>
        </BulkBar>
      )}
    </div>
  )
}

function UnderWay({ operation, onStop }: { operation: Operation | null; onStop: () => void }) {
  const done = operation?.progress.done ?? 0
  return (
    <div className="mx-auto flex items-center gap-3 rounded-card border border-line bg-panel p-2 pl-4 font-semibold shadow-soft">
      <p role="status" className="flex min-h-11 items-center gap-3 pr-2">
        <Spinner isSmall />
        {done === 0 ? 'Deleting…' : `Deleting… ${counted(done, 'file')} done`}
      </p>
      {operation && <StopButton operation={operation} onStop={onStop} />}
    </div>
  )
}

const deletedText = ({ deleted, items, votes }: BucketDeletion) =>
  items > 0
    ? `Deleted ${counted(deleted, 'file')} and ${counted(items, 'item')} with ${counted(votes, 'vote')}`
    : `Deleted ${counted(deleted, 'file')}`
