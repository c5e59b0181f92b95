import { UNDO_MS } from '@hotvote/shared/limits'
import type { RatingItem } from '@hotvote/shared/visitor/rating'
import type { Session } from '@hotvote/shared/visitor/sessions'
import type { MutationOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { queryClient } from '../../lib/api/query-client.ts'
import { isReachable, reportOutage, useOnRetry } from '../../lib/api/reachability.ts'
import { savesData } from '../../lib/browser/device.ts'
import { store } from '../../lib/browser/store.ts'
import { toast } from '../../lib/browser/toasts.ts'
import { useSession } from '../../lib/session/session.ts'
import { firstItem, isFirstItem, isForAnotherVisitor } from './first-item.ts'
import {
  isNoneLeft,
  mayVoteAgain,
  nextItemQuery,
  type OpenedItem,
  sendView,
  undoMutation,
  voteMutation,
} from './rate.api.ts'
import * as rating from './rating-state.ts'
import { type LastVote, NotShownError, type RatingState } from './rating-state.ts'
import { dropVote, isVoteStored, listStoredItems, listStoredVotes, storeVote, type Vote } from './stored-votes.ts'

/** Milliseconds before a new item accepts votes, so a double tap votes only once. */
const SETTLE_MS = 300
/** Milliseconds between checks for new items. */
const CHECK_MS = 30_000
/** Maximum number of items queued behind the stage. */
const QUEUE_MAX = 3

function beginRating() {
  const first = firstItem()
  const isVotable = first && !listStoredItems().includes(first.id)
  if (!isVotable) return store(rating.emptyRating)
  return store<RatingState>({ ...rating.emptyRating, items: [first], shown: [first.id] })
}

/** Returns the rating state, kept in the query cache so that it survives visits to other screens. */
const ratingStore = () => {
  const options = { queryKey: ['rating', 'state'], gcTime: Number.POSITIVE_INFINITY, initialData: beginRating }
  return queryClient.getQueryCache().build(queryClient, options).state.data as ReturnType<typeof beginRating>
}

const read = () => ratingStore().get()
const change = (update: (state: RatingState) => RatingState) => {
  const before = read()
  const next = update(before)
  if (next !== before) ratingStore().set(rating.changeStage(before, next))
}

/** Starts a visit. Drops the server-rendered item if it was chosen for another visitor. */
function enterVisit(state: RatingState, user: Session) {
  const entered = rating.enter(state, user)
  return { ...entered, items: entered.items.filter((item) => !isForAnotherVisitor(item, user.id)) }
}

/** Draws the next item. A background check keeps the current error, so the empty card stays visible. */
async function drawNext({ isBackground = false } = {}) {
  const { visitor, turn, items, isAsking } = read()
  if (!visitor || isAsking) return
  change((state) => ({ ...state, isAsking: true, turn: turn + 1 }))
  const question = {
    userId: visitor.id,
    turn,
    waiting: items.length === 0,
    exclusions: () => rating.listExclusions(read(), listStoredItems()),
  }
  const finish = (update: (state: RatingState) => RatingState) =>
    change((state) => (state.visitor === visitor ? update(state) : state))
  try {
    const item = await queryClient.fetchQuery(nextItemQuery(question))
    finish((state) => rating.add(state, item))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    finish((state) => ({ ...state, isAsking: false, error: isBackground ? state.error : error }))
  }
}

/** Looks for new items, and shows a toast if there are still none. */
async function lookAgain() {
  change(rating.refresh)
  await drawNext()
  if (isNoneLeft(read().error)) toast({ title: 'Still nothing new' })
}

/** True if more items should be prefetched: one at first, and more once the first photo is visible. */
const isQueueShort = ({ items, sight, error }: RatingState) =>
  !error && items.length <= (sight === 'settled' && !savesData() ? QUEUE_MAX : 1)

/** Applies a change only if the current visitor cast the vote. */
const changeFor = ({ userId }: Vote, update: (state: RatingState) => RatingState) =>
  change((state) => (state.visitor?.id === userId ? update(state) : state))

const run = <T>(options: MutationOptions<T, Error, Vote>, vote: Vote) =>
  void queryClient
    .getMutationCache()
    .build(queryClient, options)
    .execute(vote)
    .catch(() => {})

const sendVote = (vote: Vote) =>
  run(
    {
      ...voteMutation,
      onSuccess: (after) => changeFor(vote, (state) => rating.confirm(state, vote, after)),
      onError: (error) => {
        if (isVoteStored(vote)) changeFor(vote, (state) => rating.fail(state, vote, mayVoteAgain(error)))
      },
      onSettled: () => dropVote(vote),
    },
    vote,
  )

function takeBack(last: LastVote) {
  dropVote(last)
  change((state) => rating.undo(state, last))
  run({ ...undoMutation, onError: () => changeFor(last, (state) => rating.cancelUndo(state, last)) }, last)
}

/** Casts a vote. Returns false if the visitor is unknown or the item has only just appeared. */
function castVote(isHot: boolean) {
  const { visitor, items, sight } = read()
  const [item] = items
  if (!visitor || !item || sight !== 'settled') return false
  const vote = { userId: visitor.id, item, isHot, castAt: Date.now() }
  storeVote(vote)
  change((state) => rating.vote(state, vote))
  sendVote(vote)
  return true
}

function see(id: number) {
  const { items, sight } = read()
  if (items[0]?.id !== id || sight !== 'none') return
  change((state) => ({ ...state, sight: 'first' }))
  setTimeout(() => change((state) => rating.settle(state, id)), SETTLE_MS)
}

export const leaveOut = (id: number) => change((state) => rating.report(state, id))
export const unmarkReported = (id: number) =>
  change((state) => ({ ...state, reported: state.reported.filter((other) => other !== id) }))

/** Sends votes that earlier pages have stored, no matter which screen is open. */
export function useStoredVotes() {
  const { data: user } = useSession()
  useEffect(() => {
    if (!user) return
    for (const vote of listStoredVotes(user.sessionId)) sendVote({ ...vote, userId: user.id, wasSent: true })
  }, [user])
}

export function findKnownItem(id: number, userId: number | undefined): OpenedItem | undefined {
  const { visitor, items, votes } = read()
  if (visitor && visitor.id !== userId) return undefined
  const isServerRendered = (item: RatingItem) =>
    item.id === id && isFirstItem(item) && !isForAnotherVisitor(item, userId)
  const vote = votes.find(({ item }) => item.id === id)
  if (vote) return { ...vote.item, ...vote.after, userHasVoted: true, votedHot: vote.isHot }
  return items.find(isServerRendered)
}

function useQueue(state: RatingState) {
  const { error } = state
  useEffect(() => {
    if (isQueueShort(state)) void drawNext()
  }, [state])
  useEffect(() => {
    if (error instanceof NotShownError) reportOutage()
    if (!isNoneLeft(error)) return
    const look = () => !document.hidden && isReachable() && void drawNext({ isBackground: true })
    const timer = setInterval(look, CHECK_MS)
    return () => clearInterval(timer)
  }, [error])
  useOnRetry(() => {
    change(rating.retry)
    if (read().items.length === 0) void drawNext()
  })
}

/** Runs `act` once the page is visible. Returns a cancel function. */
function oncePageIsVisible(act: () => void) {
  const waiting = new AbortController()
  const look = () => {
    if (document.visibilityState !== 'visible') return
    waiting.abort()
    act()
  }
  document.addEventListener('visibilitychange', look, waiting)
  look()
  return () => waiting.abort()
}

/** Records a view once the page is visible, and ends the undo period. */
function useTimers({ visitor, items: [current], sight, votes: [last] }: RatingState) {
  const isSeen = visitor !== undefined && sight !== 'none' && current?.userHasVoted === false
  const view = useEffectEvent(() => {
    if (!visitor || !current || read().viewed.includes(current.id)) return
    change((state) => ({ ...state, viewed: [...state.viewed, current.id] }))
    void sendView(visitor.id, current.id)
  })
  const id = current?.id
  useEffect(() => (isSeen && id ? oncePageIsVisible(() => view()) : undefined), [isSeen, id])
  useEffect(() => {
    if (!last || last.isFinal) return
    const timer = setTimeout(() => change((state) => rating.expire(state, last)), last.castAt + UNDO_MS - Date.now())
    return () => clearTimeout(timer)
  }, [last])
}

/** Keeps an item page's item on the stage if the visitor owns it or has voted on it. */
function holdOpened(opened: OpenedItem | null, { items, votes }: RatingState) {
  if (!opened || items[0]?.id === opened.id) return null
  const earlier: LastVote | undefined =
    typeof opened.votedHot === 'boolean'
      ? {
          userId: 0,
          item: opened,
          isHot: opened.votedHot,
          castAt: 0,
          isCounted: true,
          after: opened,
          isFinal: true,
        }
      : undefined
  const vote = votes.find(({ item }) => item.id === opened.id)
  const lastVote = vote ?? earlier ?? null
  if (!lastVote && !opened.isOwn) return null
  return {
    items: [opened, ...items.slice(0, 1)],
    sight: 'settled' as const,
    leaving: [],
    error: null,
    /** Null until the vote is counted. */
    tally: vote ? vote.after : opened,
    lastVote,
  }
}

/** Rating loop (`visitor.md §4`, `§7`). Votes are sent in the background, and a failed vote returns its item. */
export function useRating(opened: OpenedItem | null) {
  const { data: user, error: sessionError, refetch } = useSession()
  const state = ratingStore().use()
  useLayoutEffect(() => {
    if (user) change((before) => enterVisit(before, user))
  }, [user])
  useLayoutEffect(() => {
    change((before) => rating.openScreen(before, opened, Date.now() - UNDO_MS))
    return () => change(rating.closeScreen)
  }, [opened])
  useQueue(state)
  useTimers(state)

  const held = holdOpened(opened, state)
  const [current = null] = state.items
  const isElsewhere = opened !== null && state.votes[0]?.item.id !== opened.id
  const lastVote = isElsewhere ? null : (state.votes[0] ?? null)
  // Show a session error, such as an outage, if there is no server-rendered item.
  const error = user ? state.error : sessionError
  return {
    ...state,
    isOpen: user !== undefined && user?.id === state.visitor?.id,
    tally: current,
    lastVote,
    error: current ? null : error,
    ...held,
    isHeld: held !== null,
    hasItemLeft: opened !== null && !held && state.openedId === opened.id && current?.id !== opened.id,
    vote: castVote,
    undo: lastVote && !lastVote.isFinal ? () => takeBack(lastVote) : undefined,
    skip: () => change((before) => rating.leave(before, 'skip')),
    see,
    fail: (id: number) => change((before) => rating.markBroken(before, id)),
    gone: (id: number) => change((before) => rating.removeLeaving(before, id)),
    refresh: () => void (user ? lookAgain() : refetch()),
  }
}
export type Rating = ReturnType<typeof useRating>

export const findPosition = (id: number) => rating.findPosition(read(), id)

/** True while votes are not accepted yet. */
export const isBusy = ({ sight, isOpen }: Rating) => sight !== 'settled' || !isOpen
