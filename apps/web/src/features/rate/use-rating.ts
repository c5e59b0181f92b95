import { UNDO_MS } from '@hotvote/shared/limits'
import type { RatingItem } from '@hotvote/shared/rating'
import type { Session } from '@hotvote/shared/sessions'
import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { savesData } from '../../lib/browser/device.ts'
import { noticeOutage, useOnRetry } from '../../lib/net/reachability.ts'
import { useSession } from '../../lib/visitor/session.ts'
import {
  firstItem,
  isFirstItem,
  isForAnother,
  keepPress,
  takeFirstItem,
  takePress,
  wasFirstItemSeen,
} from './first-item.ts'
import { heldBy, type OpenedItem, withOpened } from './opened-item.ts'
import { type CastVote, isNoneLeft, itemsUnderWay, NotShownError, nextItemQuery, sendInTurn } from './rate.api.ts'
import {
  type Exit,
  exclusionsOf,
  hasStopped,
  initialRating,
  type RatingAction,
  type RatingState,
  ratingReducer,
} from './rating-state.ts'
import { useNewArrivals } from './use-new-arrivals.ts'
import { useSentVotes } from './use-sent-votes.ts'
import { useSight } from './use-sight.ts'
import {
  enter,
  forgetBroken,
  isAnyBroken,
  isLeftOut,
  isSameVisitor,
  leftOutItems,
  markBroken,
  nextScreenVisit,
  type Visitor,
} from './visit.ts'

/** The state of the rating loop when the Rate screen was left, and its visitor. */
let saved: { visitor: Visitor; state: RatingState } | undefined

const saveRating = (visitor: Visitor, state: RatingState) => {
  saved = { visitor, state }
}

/** The Rate screen that is shown now. */
let dispatchOfScreen: Dispatch<RatingAction> | undefined

/** What became of a vote, or of taking it back, may be known only after its screen was left; it is nothing to another visitor. */
function settle(cast: CastVote, action: RatingAction) {
  if (saved?.visitor.id !== cast.userId) return
  if (dispatchOfScreen) dispatchOfScreen(action)
  else saveRating(saved.visitor, ratingReducer(saved.state, action))
}

/**
 * What the Rate screen begins with: for the same visitor, the photo that was on the stage, and the last vote as long as it can be
 * taken back; at first, the page's own photo.
 */
function restoredRating(user: Visitor | null | undefined): RatingState {
  if (!saved || !user || !isSameVisitor(saved.visitor, user)) return beginWith(firstUnvoted())
  const { lastVote } = saved.state
  const isUndoable = lastVote?.cast && Date.now() < lastVote.cast.castAt + UNDO_MS
  return {
    ...saved.state,
    sight: 'none',
    failures: 0,
    leaving: [],
    lastVote: isUndoable ? { ...lastVote, isOld: true } : null,
    voteBefore: null,
    undone: null,
  }
}

/** The page's own item, unless a vote on it still waits to be sent. */
function firstUnvoted() {
  const first = firstItem()
  return first && itemsUnderWay().includes(first.id) ? null : first
}

const beginWith = (current: RatingItem | null): RatingState => ({
  ...initialRating,
  current,
  sight: current && wasFirstItemSeen() ? 'settled' : 'none',
})

/** What may not come: it is not to be shown, or the server does not know yet that it was voted on. */
const notWanted = () => [...leftOutItems(), ...itemsUnderWay()]

/** What the next item must not be at the moment of asking: a question and its answer may be about different stages. */
function useExclusions(state: RatingState) {
  const latest = useRef(state)
  useLayoutEffect(() => {
    latest.current = state
  })
  return () => exclusionsOf(latest.current, notWanted())
}

type Send = Dispatch<RatingAction>

/**
 * The answer to the question for the next item; nothing is asked while too many could not be shown. Where none is left, the loop
 * goes on once there is.
 */
function useNextItem(state: RatingState, userId: number | undefined, dispatch: Send) {
  const [screenVisit] = useState(nextScreenVisit)
  const { turn } = state
  const isWaiting = state.current === null
  const isStopped = hasStopped(state)
  const exclusions = useExclusions(state)
  const question = { userId, turn: `${screenVisit}.${turn}`, waiting: isWaiting }
  const { data, error, isError, isFetching } = useQuery(nextItemQuery(question, exclusions))
  const failure = isWaiting && !isFetching ? error : null
  const waitsForNew = isNoneLeft(failure) && !isStopped
  useNewArrivals({ userId: waitsForNew ? userId : undefined, turn }, exclusions, dispatch)
  if (isStopped) return { data: undefined, isError: false, error: isWaiting ? new NotShownError() : null }
  return { data, isError, error: failure }
}

/** Asks anew for everything, what did not load among it; by itself when that may have been the network's fault. */
function useRefresh(isStopped: boolean, dispatch: Send) {
  const refresh = () => {
    forgetBroken()
    dispatch({ type: 'refresh' })
  }
  useEffect(() => {
    // One item at a time is tried while the store may be away.
    if (isStopped) noticeOutage()
  }, [isStopped])
  useOnRetry(() => {
    if (!isAnyBroken()) return
    forgetBroken()
    dispatch({ type: 'retry' })
  })
  return refresh
}

/** Items that wait ahead of the one that was asked for last: so two or three are there, decoded, whatever the pace. */
const AHEAD = 2

/** More than one is prefetched once the item on the stage is there, and nobody has asked to save data. */
const wantsMore = ({ sight, ahead }: RatingState) => sight === 'settled' && ahead.length < AHEAD && !savesData()

/** The item that follows the one on the stage, and those after it. */
function followersOf({ current, ahead }: RatingState, prefetched: RatingItem | undefined) {
  const [next, ...upcoming] = [...ahead, ...(current && prefetched ? [prefetched] : [])]
  return { next, upcoming }
}

type Following = { userId: number | undefined; prefetched: RatingItem | undefined }

/** What has arrived comes on the empty stage; what cannot be shown, or is for another visitor, makes room. */
function useArrival(state: RatingState, { userId, prefetched }: Following, dispatch: Send) {
  const { current } = state
  const mayStack = wantsMore(state)
  useEffect(() => {
    if (current === null && prefetched) dispatch({ type: 'arrive', item: prefetched })
    else if (mayStack && prefetched) dispatch({ type: 'stack', item: prefetched })
    else if (current && (isForAnother(current, userId) || isLeftOut(current.id)))
      dispatch({ type: 'leave', exit: 'broken', prefetched })
  }, [current, userId, prefetched, mayStack, dispatch])
}

/** Goes on where the visitor left the screen, and begins anew for who takes their place: all of it was chosen for one. */
function useRatingState(user: Visitor | null | undefined, opened: OpenedItem | null) {
  if (user) enter(user)
  const [state, dispatch] = useReducer(ratingReducer, user, (one) => withOpened(restoredRating(one), opened))
  const [visitor, setVisitor] = useState(user)
  if (user && user !== visitor) {
    setVisitor(user)
    if (visitor && !isSameVisitor(user, visitor)) dispatch({ type: 'begin' })
  }
  useEffect(takeFirstItem, [])
  useEffect(() => {
    if (user) saveRating(user, state)
  }, [state, user])
  useEffect(() => {
    dispatchOfScreen = dispatch
    return () => {
      if (dispatchOfScreen === dispatch) dispatchOfScreen = undefined
    }
  }, [])
  return [state, dispatch] as const
}

/**
 * Nobody votes on an item for somebody else, which is about to leave, nor before it is known who it is; a press on the
 * page's own item is kept until then.
 */
function voterOf({ current, sight }: RatingState, userId: number | undefined) {
  const voterId = isForAnother(current, userId) ? undefined : userId
  const keepsPress = userId === undefined && current !== null && isFirstItem(current)
  return { voterId, keepsPress, sight: voterId !== undefined || keepsPress ? sight : 'none' }
}

/** The rating loop with what it may do now; an item that was `opened` comes first. */
function useLoop(user: Session | null | undefined, opened: OpenedItem | null) {
  const userId = user?.id
  const [state, dispatch] = useRatingState(user, opened)
  const { current } = state
  const { voterId, keepsPress, sight } = voterOf(state, userId)
  const { data, isError, error } = useNextItem(state, userId, dispatch)
  const { follow, undo } = useSentVotes(state, dispatch, settle)

  const leave = (exit: Exit, cast?: CastVote) => {
    dispatch({ type: 'leave', exit, prefetched: data, ...(cast && { cast }) })
    if (isError) dispatch({ type: 'ask again' })
  }
  /** False when it does not count, or not yet: nobody has seen the item for long enough to mean it, or it is not known who. */
  const vote = (isHot: boolean) => {
    if (!current || sight !== 'settled') return false
    if (voterId === undefined) return keepsPress && keepPress(isHot)
    takePress()
    const cast = sendInTurn({ userId: voterId, item: current, isHot })
    leave(isHot ? 'hot' : 'not', cast)
    follow(cast)
    return true
  }
  const fail = (id: number) => {
    markBroken(id)
    dispatch({ type: 'break', id, prefetched: data })
    if (id === current?.id && isError) dispatch({ type: 'ask again' })
  }

  useArrival(state, { userId, prefetched: data }, dispatch)
  useSight(state, voterId, dispatch)
  const refresh = useRefresh(hasStopped(state), dispatch)
  return {
    ...state,
    isOpen: voterId !== undefined,
    sight,
    ...followersOf(state, data),
    error,
    vote,
    undo,
    skip: () => leave('skip'),
    see: (id: number) => dispatch({ type: 'see', id }),
    fail,
    gone: (id: number) => dispatch({ type: 'gone', id }),
    refresh,
  }
}

/** Shows an outage before the session opens, unless the page brought a photo to look at. */
function useSessionOutage(loop: ReturnType<typeof useLoop>) {
  const { data: user, error, refetch } = useSession()
  if (user || loop.current || !error) return loop
  return { ...loop, error, refresh: () => void refetch() }
}

/**
 * The rating loop (`visitor.md §4`, `§7`): one item on the stage, the next one prefetched, votes sent behind the scenes.
 * A vote that fails brings its item back. An item that was `opened` by its address comes first, and stays on the
 * screen once there is nothing more to vote on about it (`isHeld`), unless it left without a vote (`isOver`).
 */
export function useRating(user: Session | null | undefined, opened: OpenedItem | null) {
  const loop = useSessionOutage(useLoop(user, opened))
  const held = heldBy(opened, loop)
  const isOver = opened !== null && held === null && loop.current?.id !== opened.id
  // The last vote on another item is no part of this one's screen.
  const isElsewhere = opened !== null && loop.lastVote?.item.id !== opened.id
  const shown = isElsewhere ? { ...loop, lastVote: null, undo: undefined } : loop
  return { ...shown, tally: loop.current, ...held, isHeld: held !== null, isOver }
}
export type Rating = ReturnType<typeof useRating>

/** A vote does not count yet: nobody has seen the item for long enough, or it is not known who they are. */
export const isBusy = ({ sight, isOpen }: Rating) => sight !== 'settled' || !isOpen
