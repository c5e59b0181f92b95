import type { RatingItem, Tally } from '@hotvote/shared/rating'
import type { CastVote, Exclusions, Stands } from './rate.api.ts'

/** How an item leaves the stage: to its side, quietly, or without a trace because it could not be shown. */
export type Exit = 'hot' | 'not' | 'skip' | 'broken'
type Leaving = { item: RatingItem; exit: Exit }
/**
 * The latest vote; `after` is there once it is counted, unless the answer with the result got lost, and `cast` while it may
 * be taken back.
 */
export type LastVote = {
  item: RatingItem
  isHot: boolean
  isCounted: boolean
  after: Tally | null
  cast?: CastVote | undefined
  /** It was the last one before: neither the keyboard's focus nor what is read out goes by it. */
  isOld?: true
}

/** How long the item on the stage has been seen: not yet, since just now, or for long enough to be voted on. */
type Sight = 'none' | 'first' | 'settled'

export type RatingState = {
  /** On the stage; null while waiting for one. */
  current: RatingItem | null
  /** The item whose address was opened; null on the Rate screen. */
  openedId: number | null
  /** What was voted on that one before it was opened does not count any more. */
  isOpenedUndone: boolean
  sight: Sight
  /** How many items in a row could not be loaded. */
  failures: number
  /** To be shown before any other, in this order: pushed aside by an item that came back, or prefetched. */
  ahead: RatingItem[]
  leaving: Leaving[]
  /** Items whose vote is not yet confirmed. */
  unconfirmed: number[]
  /** The latest first. */
  skipped: number[]
  /** The item that was on the stage before this one, when it was skipped. */
  justSkipped: number | null
  lastVote: LastVote | null
  /** It is the last one again when the last one is taken back. */
  voteBefore: LastVote | null
  /** The item of the vote that was taken back, when that was the latest act. */
  undone: RatingItem | null
  /** Counts the questions for a next item. */
  turn: number
}

export type RatingAction =
  /** `turn`: at which it was looked for; as soon as the loop has gone on it may have been voted on. */
  | { type: 'arrive'; item: RatingItem; turn?: number }
  | { type: 'stack'; item: RatingItem }
  | { type: 'leave'; exit: Exit; prefetched: RatingItem | undefined; cast?: CastVote }
  | { type: 'break'; id: number; prefetched: RatingItem | undefined }
  | { type: 'see'; id: number }
  | { type: 'settle'; id: number }
  | { type: 'gone'; id: number }
  | { type: 'confirm'; id: number; after: Tally | null }
  | { type: 'fail'; item: RatingItem; comesBack: boolean }
  | { type: 'undo'; cast: CastVote }
  | { type: 'keep'; cast: CastVote; stands: Stands }
  | { type: 'expire'; cast: CastVote }
  | { type: 'ask again' }
  | { type: 'refresh' }
  | { type: 'retry' }
  | { type: 'begin' }

/** Remembered skips; more would push what must be excluded off the bounded list. */
const SKIPS_MAX = 4

/** After so many in a row it is not the items that are broken: asking on would only add to it. */
const FAILURES_MAX = 5

/** Too many in a row could not be loaded: nothing is asked for until `refresh`. */
export const hasStopped = ({ failures }: RatingState) => failures >= FAILURES_MAX

export const initialRating: RatingState = {
  current: null,
  openedId: null,
  isOpenedUndone: false,
  sight: 'none',
  failures: 0,
  ahead: [],
  leaving: [],
  unconfirmed: [],
  skipped: [],
  justSkipped: null,
  lastVote: null,
  voteBefore: null,
  undone: null,
  turn: 0,
}

/** What the next item must not be: one that is already there, was just skipped, or is left out. */
export function exclusionsOf(state: RatingState, leftOut: number[]): Exclusions {
  const onStage = [state.current, ...state.ahead].flatMap((item) => (item ? [item.id] : []))
  const directly = state.current === null && state.justSkipped !== null ? [state.justSkipped] : []
  return { always: [...onStage, ...state.unconfirmed, ...directly, ...leftOut.toReversed()], ifPossible: state.skipped }
}

/** Comes on the empty stage, and the one to follow it is asked for. */
function arrive(state: RatingState, { item, turn = state.turn }: Extract<RatingAction, { type: 'arrive' }>) {
  if (state.current || hasStopped(state) || turn !== state.turn) return state
  return { ...state, current: item, turn: turn + 1 }
}

/** A prefetched item waits behind those that are ahead, and another is asked for. */
function stack(state: RatingState, item: RatingItem): RatingState {
  const isThere = [state.current, ...state.ahead].some((other) => other?.id === item.id)
  return { ...state, ahead: isThere ? state.ahead : [...state.ahead, item], turn: state.turn + 1 }
}

type Leave = Extract<RatingAction, { type: 'leave' }>
/** The item leaves; what was put ahead follows, else the prefetched one, else the stage waits. */
function leave(state: RatingState, { exit, prefetched, cast }: Omit<Leave, 'type'>): RatingState {
  const { current } = state
  if (!current) return state
  const [next, ...ahead] = state.ahead
  const others = state.leaving.filter(({ item }) => item.id !== current.id)
  const voted = exit === 'hot' || exit === 'not'
  return {
    ...state,
    current: next ?? prefetched ?? null,
    ahead,
    leaving: exit === 'broken' ? others : [...others, { item: current, exit }],
    unconfirmed: voted ? [...state.unconfirmed, current.id] : state.unconfirmed,
    skipped: exit === 'skip' ? [current.id, ...state.skipped].slice(0, SKIPS_MAX) : state.skipped,
    justSkipped: exit === 'skip' ? current.id : null,
    ...(voted && {
      lastVote: { item: current, isHot: exit === 'hot', isCounted: false, after: null, cast },
      voteBefore: state.lastVote && { ...state.lastVote, isOld: true },
    }),
    undone: null,
    turn: !next && prefetched ? state.turn + 1 : state.turn,
  }
}

/** An item could not be loaded: on the stage it makes room, beneath it another is asked for. */
function breakItem(state: RatingState, id: number, prefetched: RatingItem | undefined): RatingState {
  const counted = {
    ...state,
    failures: state.failures + 1,
    ahead: state.ahead.filter((item) => item.id !== id),
  }
  const follower = hasStopped(counted) ? undefined : prefetched
  if (id === state.current?.id) return leave(counted, { exit: 'broken', prefetched: follower })
  return id === follower?.id ? { ...counted, turn: counted.turn + 1 } : counted
}

/** An item whose vote failed or was taken back is on the stage again; the one it finds there follows it. */
function comeBack(state: RatingState, item: RatingItem): RatingState {
  return {
    ...state,
    current: item,
    ahead: state.current ? [state.current, ...state.ahead] : state.ahead,
    leaving: state.leaving.filter((leaving) => leaving.item.id !== item.id),
  }
}

function confirm(state: RatingState, id: number, after: Tally | null): RatingState {
  const counted = (vote: LastVote | null) => (vote?.item.id === id ? { ...vote, isCounted: true, after } : vote)
  return {
    ...state,
    unconfirmed: state.unconfirmed.filter((other) => other !== id),
    lastVote: counted(state.lastVote),
    voteBefore: counted(state.voteBefore),
  }
}

/** Without the vote on an item. */
function forget(state: RatingState, { id }: RatingItem): RatingState {
  const [lastVote = null, voteBefore = null] = [state.lastVote, state.voteBefore].filter((vote) => vote?.item.id !== id)
  return { ...state, unconfirmed: state.unconfirmed.filter((other) => other !== id), lastVote, voteBefore }
}

/** Of a vote of this visitor: who was here before left nothing on the stage of the next one. */
function fail(state: RatingState, item: RatingItem, comesBack: boolean): RatingState {
  if (!state.unconfirmed.includes(item.id)) return state
  const settled = forget(state, item)
  if (!comesBack) return settled
  // An item that somebody opened stays on its stage.
  const isOpened = state.current?.id === state.openedId && item.id !== state.openedId
  return isOpened ? { ...settled, ahead: [item, ...settled.ahead] } : comeBack(settled, item)
}

/** The prefetched item may be the one that comes back: another is asked for. */
function undo(state: RatingState, cast: CastVote): RatingState {
  if (state.lastVote?.cast !== cast) return state
  const { item } = cast
  const isOpenedUndone = state.isOpenedUndone || item.id === state.openedId
  return { ...comeBack(forget(state, item), item), undone: item, isOpenedUndone, turn: state.turn + 1 }
}

/** A vote that could not be taken back: its item makes room. */
function keep(state: RatingState, cast: CastVote, stands: Stands): RatingState {
  const { item, isHot } = cast
  const onStage = [state.current, ...state.ahead].filter((other) => other?.id !== item.id)
  const [current = null, ...ahead] = onStage.filter((other) => other !== null)
  const isOpenedUndone = state.isOpenedUndone && item.id !== state.openedId
  const cleared = { ...state, current, ahead, undone: null, isOpenedUndone }
  if (!stands || !state.undone) return cleared
  const again = stands === 'for now' ? cast : undefined
  const lastVote = { item, isHot, isCounted: true, after: null, cast: again, isOld: true } as const
  return { ...cleared, lastVote, voteBefore: state.lastVote }
}

function expire(state: RatingState, cast: CastVote): RatingState {
  const { lastVote } = state
  return lastVote?.cast === cast ? { ...state, lastVote: { ...lastVote, cast: undefined } } : state
}

function act(state: RatingState, action: RatingAction): RatingState {
  switch (action.type) {
    case 'arrive':
      return arrive(state, action)
    case 'stack':
      return stack(state, action.item)
    case 'leave':
      return leave(state, action)
    case 'break':
      return breakItem(state, action.id, action.prefetched)
    case 'see':
      return action.id === state.current?.id && state.sight === 'none' ? { ...state, sight: 'first' } : state
    case 'settle':
      return action.id === state.current?.id ? { ...state, sight: 'settled', failures: 0 } : state
    case 'gone':
      return { ...state, leaving: state.leaving.filter(({ item }) => item.id !== action.id) }
    case 'confirm':
      return confirm(state, action.id, action.after)
    case 'fail':
      return fail(state, action.item, action.comesBack)
    case 'undo':
      return undo(state, action.cast)
    case 'keep':
      return keep(state, action.cast, action.stands)
    case 'expire':
      return expire(state, action.cast)
    case 'ask again':
      return hasStopped(state) ? state : { ...state, turn: state.turn + 1 }
    case 'refresh':
      return { ...state, skipped: [], justSkipped: null, failures: 0, turn: state.turn + 1 }
    case 'retry':
      return { ...state, failures: hasStopped(state) ? FAILURES_MAX - 1 : 0, turn: state.turn + 1 }
    case 'begin':
      return { ...initialRating, openedId: state.openedId, turn: state.turn + 1 }
  }
}

export function ratingReducer(state: RatingState, action: RatingAction): RatingState {
  const next = act(state, action)
  return next.current === state.current ? next : { ...next, sight: 'none' }
}
