import { UNDO_MS } from '@hotvote/shared/limits'
import { useMutation } from '@tanstack/react-query'
import { type Dispatch, useEffect } from 'react'
import { useSession } from '../../lib/visitor/session.ts'
import { type CastVote, mayVoteAgain, sendKeptVotes, standsAfter, undoMutation, voteMutation } from './rate.api.ts'
import type { RatingAction, RatingState } from './rating-state.ts'

type Send = Dispatch<RatingAction>
/** Reaches the state of the loop whatever screen is shown. */
type Settle = (cast: CastVote, action: RatingAction) => void

/** What becomes of a vote that was taken back meanwhile is told by its undo, but for an item that is gone. */
function useVote(settle: Settle) {
  const { mutate } = useMutation({
    ...voteMutation,
    onSuccess: (after, cast) => {
      if (!cast.undo.signal.aborted) settle(cast, { type: 'confirm', id: cast.item.id, after })
    },
    onError: (error, cast) => {
      const comesBack = mayVoteAgain(error)
      if (!cast.undo.signal.aborted) settle(cast, { type: 'fail', item: cast.item, comesBack })
      else if (!comesBack) settle(cast, { type: 'keep', cast, stands: undefined })
    },
  })
  return mutate
}

/** Undefined where nothing can be taken back, or not any more. */
function useUndo({ lastVote }: RatingState, dispatch: Send, settle: Settle) {
  const cast = lastVote?.cast
  const { mutate } = useMutation({
    ...undoMutation,
    onError: async (error, undone) =>
      settle(undone, { type: 'keep', cast: undone, stands: await standsAfter(error, undone) }),
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
export const useSentVotes = (state: RatingState, dispatch: Send, settle: Settle) => ({
  follow: useVote(settle),
  undo: useUndo(state, dispatch, settle),
})

/** Sends what an outage kept from being sent before the page was loaded, whatever screen is shown. */
export function useKeptVotes() {
  const { data: user } = useSession()
  const { mutate } = useMutation(voteMutation)
  useEffect(() => {
    if (user) for (const cast of sendKeptVotes(user)) mutate(cast)
  }, [user, mutate])
}
