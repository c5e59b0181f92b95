import { counted, count as formatCount } from '@hotvote/shared/counted'
import { type LibraryItem, MEDIA_DELETE_MAX } from '@hotvote/shared/media-library'
import type { Operation } from '@hotvote/shared/operations'
import { clsx } from 'clsx'
import { Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { DeletionNote } from '../../../ui/deletion-note.tsx'
import { LeavingButton } from '../../../ui/leaving-button.tsx'
import { StopButton } from '../../../ui/operation-progress.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { BulkBar, type Selection } from '../../../ui/table-selection.tsx'
import { type AllMatching, isFiltered } from './media.api.ts'
import type { Removal } from './use-removal.ts'

type Props = {
  items: LibraryItem[]
  /** Undefined until it is known how many these are. */
  all: AllMatching | undefined
  selection: Pick<Selection, 'selected' | 'setAll' | 'clear'> & { isAll: boolean; chooseAll: () => void }
  removal: Removal
}

/**
 * Lies above the end of the screen: what can be done with the selection, how far it is, and what failed. The keyboard
 * meets it before the list, whose end may be thousands of items away.
 */
export function RemovalBar({ items, all, selection, removal }: Props) {
  const { isUnderWay, operation, failures, stop, dismiss } = removal
  const chosen = items.filter(({ id }) => selection.selected.has(id))
  const wanted = selection.isAll && all ? all : chosen
  const count = Array.isArray(wanted) ? wanted.length : wanted.total
  // All that match are not named one by one.
  const max = Array.isArray(wanted) ? MEDIA_DELETE_MAX : undefined
  const isTooMany = max !== undefined && count > max
  const remove = () => removal.remove(wanted)
  useDeleteKey(!isTooMany && !isUnderWay, (focused) => {
    if (chosen.length > 0) return remove
    const item = items.find(({ id }) => id === focused)
    return item && (() => removal.remove([item]))
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
        <BulkBar selection={selection} total={count} max={max}>
          <SelectMore {...{ items, all, selection }} isAllLoaded={chosen.length === items.length} />
          <Button variant="danger" aria-keyshortcuts="Delete" onClick={remove} disabled={isTooMany}>
            <Trash2 aria-hidden className="size-4" />
            Delete {counted(count, 'item')}
            <kbd aria-hidden className="ml-1 rounded-md border border-white/60 px-1.5 text-xs max-lg:hidden">
              Del
            </kbd>
          </Button>
        </BulkBar>
      )}
    </div>
  )
}

const buttonBeside = (gone: HTMLElement) => gone.parentElement?.querySelector<HTMLElement>('button:last-of-type')

/** First all that is loaded, then all there is; one button, so that the keyboard stays where it is. */
function SelectMore({ items, all, selection, isAllLoaded }: Omit<Props, 'removal'> & { isAllLoaded: boolean }) {
  if (selection.isAll || (isAllLoaded && (!all || items.length >= all.total))) return null
  return (
    <LeavingButton
      variant="ghost"
      heirOf={buttonBeside}
      onClick={() => (isAllLoaded && all ? selection.chooseAll() : selection.setAll(idsOf(items), true))}
    >
      {isAllLoaded && all
        ? `Select all ${formatCount(all.total)}${isFiltered(all.filters) ? ' that match' : ''}`
        : `Select all ${formatCount(items.length)} loaded`}
    </LeavingButton>
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

const idsOf = (items: LibraryItem[]) => items.map(({ id }) => id)

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
      const card = event.target instanceof Element && event.target.closest('[role=listitem]')
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
