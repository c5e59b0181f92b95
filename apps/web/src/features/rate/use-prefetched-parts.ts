import { useEffect } from 'react'
import { prefetchEmptyState } from './empty-state.tsx'
import { prefetchLastResult } from './last-result.tsx'
import type { RatingState } from './rating-state.ts'

/** Prefetches the other parts of the screen once the first picture is shown: later there may be no network. */
export function usePrefetchedParts(sight: RatingState['sight']) {
  useEffect(() => {
    if (sight !== 'settled') return
    prefetchLastResult()
    prefetchEmptyState()
  }, [sight])
}
