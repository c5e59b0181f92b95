import type { RatingItem, readItem, SharedItem } from '@hotvote/shared/rating'
import { queryOptions } from '@tanstack/react-query'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'
import { untilAnsweredOn } from './rate.api.ts'
import type { LastVote, RatingState } from './rating-state.ts'

/** The item whose address somebody opened (docs/decisions/071); one that came with the page may be voted on. */
export type OpenedItem = RatingItem & Partial<Pick<SharedItem, 'isOwn' | 'votedHot'>>

export const itemQuery = (id: number, userId: number | undefined) =>
  queryOptions({
    queryKey: ['rating', 'item', userId, id],
    queryFn: async () => {
      await untilAnsweredOn(id)
      return callAsVisitor<typeof readItem>('GET /api/items/:mediaId', { params: { mediaId: id } })
    },
    staleTime: 0,
    gcTime: 0,
  })

/** It is on the stage before what was there, where the visitor may vote on it. */
export function withOpened(before: RatingState, opened: OpenedItem | null): RatingState {
  const state = { ...before, openedId: opened?.id ?? null, isOpenedUndone: false }
  if (!opened || opened.isOwn || opened.userHasVoted) return state
  const others = [state.current, ...state.ahead].filter((item) => item !== null && item.id !== opened.id)
  return { ...state, current: opened, ahead: others.filter((item) => item !== null) }
}

/** The vote on it, of now or of before. */
function voteOn(opened: OpenedItem, { lastVote, isOpenedUndone }: Held): LastVote | null {
  if (lastVote?.item.id === opened.id) return lastVote
  if (isOpenedUndone || typeof opened.votedHot !== 'boolean') return null
  return { item: opened, isHot: opened.votedHot, isCounted: true, after: opened, isOld: true }
}

/**
 * What stays on the screen of an item once there is nothing more to vote on: the item and how it does. What follows it in
 * the rating loop waits beneath until the visitor goes on. Null while it may be voted on.
 */
export function heldBy(opened: OpenedItem | null, rating: Held) {
  if (!opened) return null
  const vote = voteOn(opened, rating)
  if (!vote && !opened.isOwn) return null
  const { current, next, isOpenedUndone } = rating
  const isOfNow = vote !== null && (!opened.userHasVoted || isOpenedUndone)
  return {
    current: opened,
    /** Null while a vote of now is not counted, and where its answer got lost: the numbers from before it would be wrong. */
    tally: isOfNow ? vote.after : (vote?.after ?? opened),
    sight: 'settled' as const,
    leaving: [],
    next: current ?? next,
    upcoming: [],
    error: null,
    lastVote: vote,
  }
}
type Held = Pick<RatingState, 'current' | 'lastVote' | 'isOpenedUndone'> & { next: RatingItem | undefined }
