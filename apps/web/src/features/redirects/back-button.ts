const GUARD = 'hotvote-back'

const isGuard = (state: unknown) => typeof state === 'object' && state !== null && GUARD in state

/**
 * Adds an entry to the history, so that going back stays in this document, and calls `onBack` when that happens
 * (`visitor.md §4`). Returns how to stop.
 */
export function watchBack(onBack: () => void) {
  // A reload keeps the entry.
  if (!isGuard(history.state)) history.pushState({ [GUARD]: true }, '')
  const heard = ({ state }: PopStateEvent) => {
    // A link to a place on the same screen (#main) is heard here too, and nobody goes back by it; later, to it.
    if (state === null && location.hash) history.replaceState({ [GUARD]: true }, '')
    else onBack()
  }
  addEventListener('popstate', heard)
  return () => removeEventListener('popstate', heard)
}
