import type { RatingItem, Tally } from '@hotvote/shared/visitor/rating'
import type { Session } from '@hotvote/shared/visitor/sessions'
import type { Exclusions, OpenedItem } from './rate.api.ts'
import type { Vote } from './stored-votes.ts'

/** The error after too many consecutive items that did not load. */
export class NotShownError extends Error {
  override readonly name = 'NotShownError'
}

/** Reason why voting is disabled: an email address is required, or a text to show. */
export type Block = 'email' | { text: string }

export type Exit = 'hot' | 'not' | 'skip'
export type LastVote = Vote & {
  isCounted: boolean
  after: Tally | null
  /** True once the undo period is over. */
  isFinal?: true
}

/** `createdAt` tells visitors apart that share an id before and after a database reset. */
type Visitor = Pick<Session, 'id' | 'createdAt'>

export type RatingState = {
  /** Undefined until the session is open. */
  visitor: Visitor | undefined
  /** The item on the stage, followed by the queue. */
  items: RatingItem[]
  /** Visibility of the item on the stage. Only `settled` allows a vote. */
  sight: 'none' | 'first' | 'settled'
  leaving: { item: RatingItem; exit: Exit }[]
  /** The last two votes, latest first. */
  votes: LastVote[]
  undone: RatingItem | null
  /** Ids of skipped items, latest first. */
  skipped: number[]
  /** Id of the previous item, if the visitor skipped it. */
  justSkipped: number | null
  /** Number of consecutive items that did not load. */
  failures: number
  /** Reason why there is no next item. */
  error: Error | null
  isAsking: boolean
  turn: number
  openedId: number | null
  /** Ids of all items that have been on the stage, in order. */
  shown: number[]
  viewed: number[]
  broken: number[]
  reported: number[]
}

/** Maximum number of skipped items. More would push required items off the server's exclusion list. */
const SKIPS_MAX = 4
/** After this many consecutive failures, the bucket is probably unreachable. */
const FAILURES_MAX = 5

export const emptyRating: RatingState = {
  visitor: undefined,
  items: [],
  sight: 'none',
  leaving: [],
  votes: [],
  undone: null,
  skipped: [],
  justSkipped: null,
  failures: 0,
  error: null,
  isAsking: false,
  turn: 0,
  openedId: null,
  shown: [],
  viewed: [],
  broken: [],
  reported: [],
}

const without = (items: RatingItem[], id: number) => items.filter((item) => item.id !== id)
const addTo = (ids: number[], id: number) => (ids.includes(id) ? ids : [...ids, id])

export function listExclusions(state: RatingState, underWay: number[]): Exclusions {
  const { items, justSkipped, reported, broken, skipped } = state
  const direct = items.length === 0 && justSkipped !== null ? [justSkipped] : []
  const leftOut = [...broken, ...reported].toReversed()
  return { always: [...items.map(({ id }) => id), ...underWay, ...direct, ...leftOut], ifPossible: skipped }
}

/** Returns the item's number, counting from 1. An item that is shown again keeps its number. */
export const findPosition = ({ shown }: RatingState, id: number) => shown.indexOf(id) + 1 || shown.length + 1

/** Starts a visit and discards the state of a previous visitor. */
export function enter(state: RatingState, visitor: Visitor): RatingState {
  const before = state.visitor
  if (!before) return { ...state, visitor }
  return before.id === visitor.id && before.createdAt === visitor.createdAt ? state : { ...emptyRating, visitor }
}

export function openScreen(state: RatingState, opened: OpenedItem | null, since: number): RatingState {
  const votes = state.votes.filter(({ castAt }) => castAt > since)
  if (!opened) return { ...state, votes, error: null, openedId: null }
  const items = opened.isOwn || opened.userHasVoted ? state.items : [opened, ...without(state.items, opened.id)]
  return { ...state, votes, items, openedId: opened.id, shown: addTo(state.shown, opened.id) }
}

export const closeScreen = (state: RatingState): RatingState => ({
  ...state,
  sight: 'none',
  leaving: [],
  undone: null,
  failures: 0,
  error: null,
})

/** Adds a drawn item, unless it is already known or too many items failed. */
export function add(state: RatingState, item: RatingItem): RatingState {
  if (state.failures >= FAILURES_MAX) return { ...state, isAsking: false }
  const isKnown = state.items.some(({ id }) => id === item.id)
  return { ...state, isAsking: false, error: null, items: isKnown ? state.items : [...state.items, item] }
}

export function leave(state: RatingState, exit: Exit): RatingState {
  const [item, ...items] = state.items
  if (!item) return state
  return {
    ...state,
    items,
    leaving: [...state.leaving.filter((other) => other.item.id !== item.id), { item, exit }],
    skipped: exit === 'skip' ? [item.id, ...state.skipped].slice(0, SKIPS_MAX) : state.skipped,
    justSkipped: exit === 'skip' ? item.id : null,
    undone: null,
    error: null,
  }
}

export function vote(state: RatingState, cast: Vote): RatingState {
  return {
    ...leave(state, cast.isHot ? 'hot' : 'not'),
    votes: [{ ...cast, isCounted: false, after: null }, ...state.votes.slice(0, 1)],
  }
}

const forget = (state: RatingState, { castAt }: Vote): LastVote[] => state.votes.filter((one) => one.castAt !== castAt)

const returnItem = (state: RatingState, item: RatingItem): RatingState => ({
  ...removeLeaving(state, item.id),
  items: [item, ...without(state.items, item.id)],
})

export const confirm = (state: RatingState, { castAt }: Vote, after: Tally | null): RatingState => ({
  ...state,
  votes: state.votes.map((one) =>
    one.castAt === castAt ? { ...one, isCounted: true, after: after ?? one.after } : one,
  ),
})

/** Removes a failed vote. The item returns to the stage if another vote could succeed. */
export function fail(state: RatingState, cast: Vote, itemReturns: boolean): RatingState {
  const settled = { ...state, votes: forget(state, cast) }
  return itemReturns ? returnItem(settled, cast.item) : settled
}

export const undo = (state: RatingState, cast: Vote): RatingState => ({
  ...returnItem({ ...state, votes: forget(state, cast) }, cast.item),
  undone: cast.item,
})

export const cancelUndo = (state: RatingState, { item }: Vote): RatingState => ({
  ...state,
  items: without(state.items, item.id),
  undone: null,
})

export const expire = (state: RatingState, { castAt }: Vote): RatingState => ({
  ...state,
  votes: state.votes.map((one) => (one.castAt === castAt ? { ...one, isFinal: true } : one)),
})

export function markBroken(state: RatingState, id: number): RatingState {
  const failures = state.failures + 1
  const broken = addTo(state.broken, id)
  if (failures >= FAILURES_MAX) return { ...state, failures, broken, items: [], error: new NotShownError() }
  const isCurrent = id === state.items[0]?.id
  return { ...state, failures, broken, items: without(state.items, id), error: isCurrent ? null : state.error }
}

/** Allows skipped and broken items in the next draw. */
export const refresh = (state: RatingState): RatingState => ({
  ...state,
  skipped: [],
  justSkipped: null,
  broken: [],
  failures: 0,
  error: null,
  // Don't wait for a draw in progress, which still excludes these items.
  isAsking: false,
})

/** Retries after an outage. If too many items have failed, only one item is tried at a time. */
export const retry = (state: RatingState): RatingState => ({
  ...state,
  broken: [],
  failures: state.failures < FAILURES_MAX ? 0 : FAILURES_MAX - 1,
  error: state.items.length > 0 ? null : state.error,
})

export function report(state: RatingState, id: number): RatingState {
  const left = id === state.items[0]?.id ? leave(state, 'skip') : { ...state, items: without(state.items, id) }
  return { ...left, reported: addTo(state.reported, id) }
}

export const removeLeaving = (state: RatingState, id: number): RatingState => ({
  ...state,
  leaving: state.leaving.filter(({ item }) => item.id !== id),
})

export const settle = (state: RatingState, id: number): RatingState =>
  id === state.items[0]?.id ? { ...state, sight: 'settled', failures: 0 } : state

export function changeStage(before: RatingState, next: RatingState): RatingState {
  const [item] = next.items
  const leaving = next.error && !item ? [] : next.leaving
  if (item?.id === before.items[0]?.id) return { ...next, leaving }
  return { ...next, leaving, sight: 'none', shown: item ? addTo(next.shown, item.id) : next.shown }
}
