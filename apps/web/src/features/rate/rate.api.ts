import { EXCLUDE_MAX } from '@hotvote/shared/limits'
import type { skipButtonConfig } from '@hotvote/shared/visitor/ads'
import type {
  castVote,
  nextItem,
  RatingItem,
  readItem,
  recordView,
  SharedItem,
  undoVote,
} from '@hotvote/shared/visitor/rating'
import type { ratingsSince } from '@hotvote/shared/visitor/stats'
import { queryOptions } from '@tanstack/react-query'
import { ADS_CACHE_MS, cachedFor } from '../../lib/api/cached-for.ts'
import { getRetryAfter, hasCode, isOutage, retryOnce } from '../../lib/api/call-error.ts'
import { reportOutage, untilRetry } from '../../lib/api/reachability.ts'
import { callAsVisitor } from '../../lib/session/call-as-visitor.ts'
import { noteVote } from '../../lib/session/vote-count.ts'
import { isVoteStored, type Vote } from './stored-votes.ts'

/** Milliseconds (`visitor.md §9`). */
const PREFETCH_CACHE_MS = 10_000
export const isNoneLeft = (error: unknown) => hasCode(error, 'none_left')

/** Items that the server should not return. It may return `ifPossible` items if no others are left. */
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
    return draw(always)
  }
}

type Question = { userId: number; turn: number; waiting: boolean; exclusions: () => Exclusions }

export const nextItemQuery = ({ userId, turn, waiting, exclusions }: Question) =>
  queryOptions({
    queryKey: ['rating', 'next', userId, turn],
    queryFn: () => drawItem(userId, exclusions()),
    staleTime: waiting ? 0 : PREFETCH_CACHE_MS,
    gcTime: PREFETCH_CACHE_MS,
    retry: retryOnce,
  })

export type OpenedItem = RatingItem & Partial<Pick<SharedItem, 'isOwn' | 'votedHot'>>

export const itemQuery = (id: number, userId: number | undefined) =>
  queryOptions({
    queryKey: ['rating', 'item', userId, id],
    queryFn: (): Promise<OpenedItem> =>
      callAsVisitor<typeof readItem>('GET /api/items/:mediaId', { params: { mediaId: id } }),
    gcTime: 0,
  })

type Sending = {
  /** Error code of a retry which means that an earlier attempt succeeded. */
  done: 'already_voted' | 'not_found'
  isRepeated?: boolean
  isWanted?: () => boolean
}

/** Retries until the server responds, because TanStack Query's own retries stop in a hidden tab. */
async function sendUntilAnswered<T>(send: () => Promise<T>, { done, isRepeated = false, isWanted }: Sending) {
  for (let mayBeDone = isRepeated; isWanted?.() !== false; mayBeDone = true) {
    try {
      return await send()
    } catch (error) {
      if (mayBeDone && hasCode(error, done)) return null
      if (!isOutage(error)) throw error
      reportOutage(getRetryAfter(error))
      await untilRetry()
    }
  }
  return null
}

/** Sends votes and undos one at a time, in order. */
const scope = { id: 'votes' }

export const voteMutation = {
  mutationKey: ['vote'],
  scope,
  mutationFn: async (vote: Vote) => {
    const { userId, item, isHot, wasSent = false } = vote
    const after = await sendUntilAnswered(
      () => callAsVisitor<typeof castVote>('POST /api/votes', { body: { userId, mediaId: item.id, isHot } }),
      { done: 'already_voted', isRepeated: wasSent, isWanted: () => isVoteStored(vote) },
    )
    if (isVoteStored(vote)) noteVote(userId, item.id, true)
    return after
  },
  meta: {
    failed: { title: 'Vote Failed', fallback: 'Failed to submit vote' },
    quiet: ['blocked' as const, 'closed' as const],
  },
}

export const undoMutation = {
  scope,
  mutationFn: async ({ userId, item }: Vote) => {
    const call = { params: { mediaId: item.id }, query: { userId } }
    await sendUntilAnswered(() => callAsVisitor<typeof undoVote>('DELETE /api/votes/:mediaId', call), {
      done: 'not_found',
      isRepeated: true,
    })
    noteVote(userId, item.id, false)
  },
  meta: {
    failed: {
      title: 'Undo Failed',
      fallback: "We couldn't confirm the undo. If it worked, the photo will come up again.",
    },
  },
}

export const mayVoteAgain = (error: unknown) => !hasCode(error, 'already_voted', 'own_media', 'not_found')

/** Records a view. Failures are ignored, because a lost view does not matter. */
export const sendView = (userId: number, mediaId: number) =>
  callAsVisitor<typeof recordView>('POST /api/media/:mediaId/view', { params: { mediaId }, body: { userId } }).catch(
    () => {},
  )

export const ratingsQuery = (userId: number | undefined, since: string) =>
  queryOptions({
    queryKey: ['rating', 'since', userId, since],
    queryFn: () =>
      callAsVisitor<typeof ratingsSince>('GET /api/users/:userId/ratings', {
        params: { userId: userId ?? 0 },
        query: { since },
      }),
    staleTime: 0,
  })

export const skipButtonQuery = queryOptions({
  queryKey: ['ad-config', 'skip-button'],
  queryFn: () => callAsVisitor<typeof skipButtonConfig>('GET /api/ad-config/skip-button'),
  ...cachedFor(ADS_CACHE_MS),
  retry: 1,
  meta: { isQuiet: true },
})
