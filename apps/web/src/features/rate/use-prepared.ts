import { useEffect } from 'react'
import { prepareEmptyState } from './empty-state.tsx'
import { prepareLastResult } from './last-result.tsx'
import type { RatingState } from './rating-state.ts'

/** Fetches what the first picture did not wait for once that is there, and before there may be no network. */
export function usePrepared(sight: RatingState['sight']) {
  useEffect(() => {
    if (sight !== 'settled') return
    prepareLastResult()
    prepareEmptyState()
  }, [sight])
}
