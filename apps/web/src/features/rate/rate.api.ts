import { EXCLUDE_MAX } from '@hotvote/shared/limits'
import type { castVote, nextItem, RatingItem, recordView, Tally } from '@hotvote/shared/rating'
import { queryOptions, type UseMutationOptions } from '@tanstack/react-query'
import { CallError, isTransient } from '../../lib/net/call-error.ts'
import { isOnline, untilOnline } from '../../lib/net/online.ts'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'
import { noteVote } from '../../lib/visitor/vote-count.ts'
import { isBroken } from './visit.ts'

/** Milliseconds that a prefetched item stays cached (`visitor.md §9`). */
const PREFETCH_CACHE_MS = 10_000
/** Milliseconds before a vote without an answer is sent once more. */
const VOTE_RETRY_MS = 600
/** How often an item that cannot be shown may be drawn in a row before there is nothing left worth asking for. */
const DRAWS = 4

/** There are items, and none of them can be shown. */
export class NotShownError extends Error {
  override readonly name = 'NotShownError'
}

export const isNoneLeft = (error: unknown) => error instanceof CallError && error.code === 'none_left'

/** Ids that the next item must not have: `always`, or `ifPossible`, unless nothing else is left. */
export type Exclusions = { always: number[]; ifPossible: number[] }

async function drawItem(userId: number, { always, ifPossible }: Exclusions): Promise<RatingItem> {
  const draw = (exclude: number[]) =>
    callAsVisitor<typeof nextItem>('GET /api/media/random/:userId', {
      params: { userId },
      query: { exclude: [...new Set(exclude)].slice(0, EXCLUDE_MAX) },
    })
  try {
    return await draw([...always, ...ifPossible])
  } catch (error) {
    if (!isNoneLeft(error) || ifPossible.length === 0) throw error
    return await draw(always)
  }
}

/** The list of left-out ids is bounded, so a known broken item may still be drawn: then another is asked for. */
async function drawShowable(userId: number, exclusions: Exclusions): Promise<RatingItem> {
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const item = await drawItem(userId, exclusions)
    if (!isBroken(item.id)) return item
  }
  throw new NotShownError()
}

type Turn = { userId: number | undefined /** Differs from one fetch to the next. */; turn: string; waiting: boolean }

/** The item for the stage, or the one to follow it; `exclusions` are read when it is fetched. */
export const nextItemQuery = ({ userId, turn, waiting }: Turn, exclusions: Exclusions) =>
  queryOptions({
    queryKey: ['rating', 'next', userId, turn],
    queryFn: () => drawShowable(userId ?? 0, exclusions),
    enabled: userId !== undefined,
    staleTime: waiting ? 0 : PREFETCH_CACHE_MS,
    gcTime: PREFETCH_CACHE_MS,
    retry: (failures, error) => failures < 1 && isTransient(error),
  })

export type Vote = { userId: number; item: RatingItem; isHot: boolean }

const postVote = ({ userId, item, isHot }: Vote) =>
  callAsVisitor<typeof castVote>('POST /api/votes', { body: { userId, mediaId: item.id, isHot } })

/**
 * Sends a vote, once more when there was no answer or the server failed, and as often as the network was gone once it is
 * back. Null when a later attempt learns that an earlier one had arrived after all: the vote counts, its result is not known.
 */
async function sendVote(vote: Vote): Promise<Tally | null> {
  let isRepeated = false
  for (let failures = 0; ; isRepeated = true) {
    try {
      return await postVote(vote)
    } catch (error) {
      if (isRepeated && error instanceof CallError && error.code === 'already_voted') return null
      if (!isTransient(error)) throw error
      if (isOnline()) failures += 1
      if (failures > 1) throw error
      await (isOnline() ? new Promise((resolve) => setTimeout(resolve, VOTE_RETRY_MS)) : untilOnline())
    }
  }
}

export const voteMutation = {
  mutationFn: async (vote) => {
    const after = await sendVote(vote)
    noteVote(vote.userId)
    return after
  },
  meta: { failed: { title: 'Vote Failed', fallback: 'Failed to submit vote' } },
} satisfies UseMutationOptions<Tally | null, Error, Vote>

/** Whether a failed vote may succeed on the same item later: not when it is gone, one's own or already voted on. */
export const mayVoteAgain = (error: unknown) =>
  !(error instanceof CallError && ['already_voted', 'own_media', 'not_found'].includes(error.code ?? ''))

/** A view that gets lost is nobody's concern. */
export const sendView = (userId: number, mediaId: number) =>
  callAsVisitor<typeof recordView>('POST /api/media/:mediaId/view', { params: { mediaId }, body: { userId } }).catch(
    () => {},
  )
