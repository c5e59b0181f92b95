import { claimBack } from '../../lib/browser/screen-history.ts'

const GUARD = 'hotvote-back'

const isGuard = (state: unknown) => typeof state === 'object' && state !== null && GUARD in state

/** Adds a history entry and calls `onBack` when the visitor goes back (`visitor.md §4`); returns a stop function. */
export function watchBack(onBack: (stayed: () => void) => void) {
  const release = claimBack()
  const guarded = () => ({ ...history.state, [GUARD]: true })
  const addEntry = () => {
    // The entry survives a reload.
    if (!isGuard(history.state)) history.pushState(guarded(), '')
  }
  addEntry()
  const onPopState = ({ state }: PopStateEvent) => {
    // A link to an anchor (#main) also fires `popstate`.
    if (state === null && location.hash) history.replaceState(guarded(), '')
    else onBack(addEntry)
  }
  addEventListener('popstate', onPopState)
  return () => {
    removeEventListener('popstate', onPopState)
    release()
  }
}
