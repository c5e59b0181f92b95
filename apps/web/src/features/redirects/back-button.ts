import { claimBack } from '../../lib/browser/screen-history.ts'

const GUARD = 'hotvote-back'

const isGuard = (state: unknown) => typeof state === 'object' && state !== null && GUARD in state

/**
 * Adds an entry to the history, so that going back stays in this document, and calls `onBack` when that happens
 * (`visitor.md §4`), whatever is open above the screen; `onBack` calls back where the visitor stays after all, for
 * another entry. Returns how to stop.
 */
export function watchBack(onBack: (stayed: () => void) => void) {
  const release = claimBack()
  const guarded = () => ({ ...history.state, [GUARD]: true })
  const addEntry = () => {
    // A reload keeps it.
    if (!isGuard(history.state)) history.pushState(guarded(), '')
  }
  addEntry()
  const onPopState = ({ state }: PopStateEvent) => {
    // A link to a place on the same screen (#main) is heard here too, and nobody goes back by it; later, to it.
    if (state === null && location.hash) history.replaceState(guarded(), '')
    else onBack(addEntry)
  }
  addEventListener('popstate', onPopState)
  return () => {
    removeEventListener('popstate', onPopState)
    release()
  }
}
