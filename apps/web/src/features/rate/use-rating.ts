import type { Session } from '@hotvote/shared/sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useReducer, useState } from 'react'
import { ratingOf, rememberRating } from './left-rating.ts'
import { mayVoteAgain, nextItemQuery, sendView, voteMutation } from './rate.api.ts'
import { type Exit, leaveOutOf, ratingReducer } from './rating-state.ts'
import { brokenItems, isBroken, isFirstView, markBroken, nextStay } from './visit.ts'

/** Goes on where the visitor left the screen. */
function useRatingState(userId: number | undefined) {
  const [state, dispatch] = useReducer(ratingReducer, userId, ratingOf)
  useEffect(() => {
    if (userId !== undefined) rememberRating(userId, state)
  }, [state, userId])
  return [state, dispatch] as const
}

/**
 * The rating loop (`visitor.md §4`, `§7`): one item on the stage, the next one prefetched, votes sent behind the scenes.
 * A vote that fails brings its item back.
 */
export function useRating(user: Session | null | undefined) {
  const userId = user?.id
  const [state, dispatch] = useRatingState(userId)
  const [stay] = useState(nextStay)
  const { current } = state
  const question = { userId, turn: `${stay}.${state.turn}`, waiting: current === null }
  const query = useQuery(nextItemQuery(question, leaveOutOf(state, brokenItems())))
  const { mutate } = useMutation({
    ...voteMutation,
    onSuccess: (after, { item }) => dispatch({ type: 'confirm', id: item.id, after }),
    onError: (error, { item }) => dispatch({ type: 'fail', item, comesBack: mayVoteAgain(error) }),
  })

  const leave = (exit: Exit) => {
    dispatch({ type: 'leave', exit, prefetched: query.data })
    if (query.isError) dispatch({ type: 'ask again' })
  }
  const vote = (isHot: boolean) => {
    if (!current || userId === undefined) return
    leave(isHot ? 'hot' : 'not')
    mutate({ userId, item: current, isHot })
  }
  const fail = (id: number) => {
    markBroken(id)
    if (id === current?.id) leave('broken')
    else if (id === query.data?.id) dispatch({ type: 'ask again' })
  }

  const { data } = query
  useEffect(() => {
    if (current === null && data) dispatch({ type: 'arrive', item: data })
    else if (current && isBroken(current.id)) dispatch({ type: 'leave', exit: 'broken', prefetched: data })
  }, [current, data, dispatch])
  useEffect(() => {
    if (current && userId !== undefined && !current.userHasVoted && isFirstView(current.id))
      void sendView(userId, current.id)
  }, [current, userId])

  return {
    ...state,
    next: state.ahead[0] ?? (current ? data : undefined),
    error: current === null && !query.isFetching ? query.error : null,
    vote,
    skip: () => leave('skip'),
    fail,
    gone: (id: number) => dispatch({ type: 'gone', id }),
    refresh: () => dispatch({ type: 'refresh' }),
  }
}
export type Rating = ReturnType<typeof useRating>
