import { counted, count as formatCount } from '@hotvote/shared/counted'
import type { LibraryItem } from '@hotvote/shared/media-library'
import type { Operation } from '@hotvote/shared/operations'
import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { DeletionNote } from '../../../ui/data/deletion-note.tsx'
import { BulkBar } from '../../../ui/data/table-selection.tsx'
import { StopButton } from '../../../ui/feedback/operation-progress.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import type { useMediaSelection } from './media-list.tsx'
import type { Removal } from './use-removal.ts'

type Props = {
  items: LibraryItem[]
  selection: ReturnType<typeof useMediaSelection>
  removal: Removal
}

/**
 * Lies above the end of the screen: what can be done with the selection, how far it is, and what failed. The keyboard
 * meets it before the list, whose end is sixty cards away.
 */
export function RemovalBar({ items, selection, removal }: Props) {
  const { isUnderWay, operation, failures, stop, dismiss } = removal
  const chosen = items.filter(({ id }) => selection.selected.has(id))
  const { all } = selection
  const total = all?.total ?? chosen.length
  const remove = async () => {
    // What arrives while all of them are deleted is not selected.
    if ((await removal.remove(all ?? chosen)) && all) selection.clear()
  }
  useDeleteKey(!isUnderWay, (focused) => {
    if (total > 0) return () => void remove()
    const item = items.find(({ id }) => id === focused)
    return item && (() => void removal.remove([item]))
  })
  return (
    <div
      className={clsx(
        'pointer-events-none sticky z-20 order-last mt-auto flex flex-col gap-2 *:pointer-events-auto empty:hidden',
        // A failure is told by a message, too, which lies in the lower corner there.
        failures.length > 0 ? 'bottom-4 md:bottom-28' : 'bottom-4',
      )}
    >
      {failures.length > 0 && (
        <DeletionNote
          role="alert"
          failures={failures.map(({ item, reason }) => ({ id: item.id, name: item.originalName, reason }))}
          onDismiss={dismiss}
        >
          {/* They stay selected, so that one can try again. */}
          <p className="font-semibold">{counted(failures.length, 'item')} could not be deleted</p>
        </DeletionNote>
      )}
      {operation ? (
        <UnderWay operation={operation} onStop={stop} />
      ) : (
        <BulkBar selection={selection} total={total} max={undefined}>
          <Button variant="danger" aria-keyshortcuts="Delete" onClick={() => void remove()}>
            <Trash2 aria-hidden className="size-4" />
            Delete {counted(total, 'item')}
            <kbd aria-hidden className="ml-1 rounded-md border border-white/60 px-1.5 text-xs max-lg:hidden">
              Del
            </kbd>
          </Button>
        </BulkBar>
      )}
    </div>
  )
}

function UnderWay({ operation, onStop }: { operation: Operation; onStop: () => void }) {
  const { done, total } = operation.progress
  return (
    <section
      aria-label="Deletion"
      className="mx-auto flex w-[min(26rem,100%)] items-center gap-4 rounded-card border border-line bg-panel p-2 pl-4 shadow-soft"
    >
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 text-sm font-semibold tabular-nums">
          {total === null
            ? 'Waiting to start…'
            : `Deleting ${formatCount(Math.min(done + 1, total))} of ${formatCount(total)}`}
        </p>
        <Progress label="Deletion" value={total ? (100 * done) / total : 0} />
      </div>
      <StopButton operation={operation} onStop={onStop} />
    </section>
  )
}

const typesText = 'input:not([type=checkbox]), textarea, select, [role=dialog], [role=alertdialog]'

/** Calls what `deletionFor` gives for the item with the focus; not while the operator types or answers a question. */
function useDeleteKey(isOffered: boolean, deletionFor: (focused: number | undefined) => (() => void) | undefined) {
  const onKey = useEffectEvent(deletionFor)
  useEffect(() => {
    if (!isOffered) return
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Delete' && event.key !== 'Backspace') return
      if (event.repeat || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.target instanceof Element && event.target.closest(typesText)) return
      const card = event.target instanceof Element && event.target.closest('li')
      const focused = card ? card.querySelector<HTMLElement>('[data-delete]')?.dataset.delete : undefined
      const run = onKey(focused === undefined ? undefined : Number(focused))
      if (!run) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isOffered])
}
