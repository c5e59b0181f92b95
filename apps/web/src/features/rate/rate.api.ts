import type { skipButtonConfig } from '@hotvote/shared/ads'
import { EXCLUDE_MAX } from '@hotvote/shared/limits'
import type { castVote, nextItem, RatingItem, recordView, Tally, undoVote } from '@hotvote/shared/rating'
import type { Session } from '@hotvote/shared/sessions'
import type { ratingsSince } from '@hotvote/shared/stats'
import { queryOptions, type UseMutationOptions } from '@tanstack/react-query'
import { ADS_CACHE_MS, cachedFor } from '../../lib/net/cached-for.ts'
import { CallError, hasCode, isOutage, isTransient, retryAfterOf, retryOnce } from '../../lib/net/call-error.ts'
import { noticeOutage, untilRetry } from '../../lib/net/reachability.ts'
import { callAsVisitor } from '../../lib/visitor/call-as-visitor.ts'
import { noteVote } from '../../lib/visitor/vote-count.ts'
import { keepVote, keptItems, votesKeptFor } from './kept-votes.ts'
import { isLeftOut } from './visit.ts'

/** Milliseconds that a prefetched item stays cached (`visitor.md §9`). */
const PREFETCH_CACHE_MS = 10_000
/** Milliseconds before a vote at which the server failed is sent once more. */
const VOTE_RETRY_MS = 600
/** How often an item that cannot be shown may be drawn in a row before there is nothing left worth asking for. */
const DRAWS = 4

/** There are items, and none of them can be shown. */
export class NotShownError extends Error {
  override readonly name = 'NotShownError'
}

export const isNoneLeft = (error: unknown) => hasCode(error, 'none_left')

/** Ids that the next item must not have: `always`, or `ifPossible`, unless nothing else is left. */
export type Exclusions = { always: number[]; ifPossible: number[] }

/**
 * That none is left beside what was excluded holds as long as all of that must be: meanwhile what was on the stage may have been
 * skipped.
 */
async function drawItem(userId: number, exclusions: () => Exclusions): Promise<RatingItem> {
  const draw = (exclude: number[]) =>
    callAsVisitor<typeof nextItem>('GET /api/media/random/:userId', {
      params: { userId },
      query: { exclude: [...new Set(exclude)].slice(0, EXCLUDE_MAX) },
    })
  const { always, ifPossible } = exclusions()
  for (let excluded = [...always, ...ifPossible]; ; ) {
    try {
      return await draw(excluded)
    } catch (error) {
      const needed = exclusions().always
      if (!isNoneLeft(error) || excluded.every((id) => needed.includes(id))) throw error
      excluded = needed
    }
  }
}

/** The list of left-out ids is bounded, so a broken or reported item may still be drawn: then another is asked for. */
export async function drawShowable(userId: number, exclusions: () => Exclusions): Promise<RatingItem> {
  for (let draws = 0; draws < DRAWS; draws += 1) {
    const item = await drawItem(userId, exclusions)
    if (!isLeftOut(item.id)) return item
  }
  throw new NotShownError()
}

type Turn = { userId: number | undefined /** Differs from one fetch to the next. */; turn: string; waiting: boolean }

/** The item for the stage, or the one to follow it; `exclusions` are those of the moment. */
export const nextItemQuery = ({ userId, turn, waiting }: Turn, exclusions: () => Exclusions) =>
  queryOptions({
    queryKey: ['rating', 'next', userId, turn],
    queryFn: () => drawShowable(userId ?? 0, exclusions),
    enabled: userId !== undefined,
    staleTime: waiting ? 0 : PREFETCH_CACHE_MS,
    gcTime: PREFETCH_CACHE_MS,
    retry: retryOnce,
  })

/** `wasSent`: perhaps, by a page before this one or by another tab. */
type Vote = { userId: number; item: RatingItem; isHot: boolean; wasSent?: boolean }
/** Null when the result is not known, or not even whether it arrived; undefined when it was never sent. */
type Sent = Tally | null | undefined
/** A vote on its way: what became of it, and when it was cast, in milliseconds. `undo` is aborted once it is taken back. */
export type CastVote = Vote & { castAt: number; undo: AbortController; sent: Promise<Sent> }

const isTooLate = (error: unknown) => hasCode(error, 'too_late')

/**
 * Sends once more when the server failed, and as often as needed while network or server are away.
 * Null when a later attempt is answered `done`, as an earlier one had arrived after all: its result is not known; and when
 * it was `stopped` before it was known to arrive; undefined when that was before the first attempt.
 */
async function untilAnswered<T>(
  send: () => Promise<T>,
  done: (error: unknown) => boolean,
  { stopped, wasSent = false }: { stopped?: AbortSignal; wasSent?: boolean } = {},
) {
  let failures = 0
  for (let isRepeated = wasSent; ; isRepeated = true) {
    if (stopped?.aborted) return isRepeated ? null : undefined
    try {
      return await send()
    } catch (error) {
      if (isRepeated && done(error)) return null
      if (!isTransient(error)) throw error
      if (isOutage(error)) {
        noticeOutage(retryAfterOf(error))
        await untilRetry()
        continue
      }
      failures += 1
      if (failures > 1 && !stopped?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, VOTE_RETRY_MS))
    }
  }
}

const lastSent = new Map<number, Promise<unknown>>()

/** Items whose vote or undo has no answer yet, whichever screen sent it: the server does not know that they were voted on. */
export const itemsUnderWay = () => [...lastSent.keys(), ...keptItems()]

/** Once what was sent about an item is answered, however: until then the server does not know what one voted. */
export const untilAnsweredOn = (id: number) => Promise.resolve(lastSent.get(id)).catch(() => undefined)

/** What is sent about an item goes one after the other: a vote, its undo, the next vote. */
function inTurn<T>(id: number, send: () => Promise<T>): Promise<T> {
  const sent = Promise.resolve(lastSent.get(id)).then(send, send)
  lastSent.set(id, sent)
  const settle = () => lastSent.get(id) === sent && lastSent.delete(id)
  sent.then(settle, settle)
  return sent
}

const sendVote = ({ userId, item, isHot, wasSent = false }: Vote, { signal }: AbortController) =>
  untilAnswered(
    () => callAsVisitor<typeof castVote>('POST /api/votes', { body: { userId, mediaId: item.id, isHot } }),
    (error) => hasCode(error, 'already_voted'),
    { stopped: signal, wasSent },
  )

/** Sends a vote, after what is under way about its item. */
export function sendInTurn(vote: Vote): CastVote {
  const undo = new AbortController()
  const castAt = Date.now()
  const drop = keepVote({ item: vote.item, isHot: vote.isHot, castAt })
  undo.signal.addEventListener('abort', drop)
  const sent = inTurn(vote.item.id, () => sendVote(vote, undo))
  sent.then(drop, drop)
  return { ...vote, castAt, undo, sent }
}

/** Sends the votes of this visitor that an earlier page, or another tab, could not send yet. */
export const sendKeptVotes = ({ id: userId, sessionId }: Pick<Session, 'id' | 'sessionId'>) =>
  votesKeptFor(sessionId)
    .filter(({ item }) => !lastSent.has(item.id))
    .map(({ item, isHot }) => sendInTurn({ userId, item, isHot, wasSent: true }))

export const voteMutation = {
  mutationKey: ['vote'],
  mutationFn: async ({ userId, item, undo, sent }) => {
    const after = await sent
    if (!undo.signal.aborted) noteVote(userId, item.id, true)
    return after ?? null
  },
  meta: { failed: { title: 'Vote Failed', fallback: 'Failed to submit vote' }, quiet: ['blocked'] },
} satisfies UseMutationOptions<Tally | null, Error, CastVote>

/** Takes a vote back that may not have arrived: then there is nothing to take back. */
async function sendUndo({ userId, item, sent }: CastVote): Promise<Tally | null> {
  const tally = await sent.catch(() => undefined)
  if (tally === undefined) return null
  const isGone = (error: unknown) => hasCode(error, 'not_found')
  const call = () =>
    callAsVisitor<typeof undoVote>('DELETE /api/votes/:mediaId', { params: { mediaId: item.id }, query: { userId } })
  try {
    const after = await untilAnswered(
      () => (tally ? call() : call().catch((error) => (isGone(error) ? null : Promise.reject(error)))),
      isGone,
    )
    noteVote(userId, item.id, false)
    return after ?? null
  } catch (error) {
    // It may have been counted only after it was taken back.
    if (tally || isTooLate(error)) noteVote(userId, item.id, true)
    throw error
  }
}

export const undoMutation = {
  mutationFn: (vote) => inTurn(vote.item.id, () => sendUndo(vote)),
  meta: {
    failed: {
      title: 'Undo Failed',
      fallback: 'No answer came. If your vote was taken back, the photo will come up again.',
    },
  },
} satisfies UseMutationOptions<Tally | null, Error, CastVote>

/** What is known of a vote that could not be taken back: it counts, for good or for now; undefined when nobody knows. */
export type Stands = 'for good' | 'for now' | undefined

/** A refusal says nothing about a vote that may not have arrived, unless it is too late for one. */
export async function standsAfter(error: unknown, { sent }: Pick<CastVote, 'sent'>): Promise<Stands> {
  if (isTooLate(error)) return 'for good'
  if (!(error instanceof CallError) || !error.text || error.code === 'not_found') return undefined
  return (await sent.catch(() => null)) ? 'for now' : undefined
}

/** Whether a failed vote may succeed on the same item later: not when it is gone, one's own or already voted on. */
export const mayVoteAgain = (error: unknown) => !hasCode(error, 'already_voted', 'own_media', 'not_found')

/** A view that gets lost is nobody's concern. */
export const sendView = (userId: number, mediaId: number) =>
  callAsVisitor<typeof recordView>('POST /api/media/:mediaId/view', { params: { mediaId }, body: { userId } }).catch(
    () => {},
  )

/** Votes of the visitor since a moment, and how many agreed with most others. */
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
