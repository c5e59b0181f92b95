import { UNDO_MS } from '@hotvote/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { type Dispatch, useEffect } from 'react'
import { mayVoteAgain, standsAfter, undoMutation, voteMutation } from './rate.api.ts'
import type { RatingAction, RatingState } from './rating-state.ts'

type Send = Dispatch<RatingAction>
type Keep = Dispatch<Extract<RatingAction, { type: 'keep' }>>

/** What becomes of a vote that was taken back meanwhile is told by its undo, but for an item that is gone. */
function useVote(dispatch: Send, keep: Keep) {
  const { mutate } = useMutation({
    ...voteMutation,
    onSuccess: (after, { item, undo }) => !undo.signal.aborted && dispatch({ type: 'confirm', id: item.id, after }),
    onError: (error, cast) => {
      const comesBack = mayVoteAgain(error)
      if (!cast.undo.signal.aborted) dispatch({ type: 'fail', item: cast.item, comesBack })
      else if (!comesBack) keep({ type: 'keep', cast, stands: undefined })
    },
  })
  return mutate
}

/** Undefined where nothing can be taken back, or not any more. */
function useUndo({ lastVote }: RatingState, dispatch: Send, keep: Keep) {
  const cast = lastVote?.cast
  const { mutate } = useMutation({
    ...undoMutation,
    onError: async (error, undone) => keep({ type: 'keep', cast: undone, stands: await standsAfter(error, undone) }),
  })
  useEffect(() => {
    if (!cast) return
    const timer = setTimeout(() => dispatch({ type: 'expire', cast }), cast.castAt + UNDO_MS - Date.now())
    return () => clearTimeout(timer)
  }, [cast, dispatch])
  if (!cast) return undefined
  return () => {
    cast.undo.abort()
    dispatch({ type: 'undo', cast })
    mutate(cast)
  }
}

/** Votes are sent behind the scenes, and the last one may be taken back. */
export const useSentVotes = (state: RatingState, dispatch: Send, keep: Keep) => ({
  follow: useVote(dispatch, keep),
  undo: useUndo(state, dispatch, keep),
})
