import type { RatingItem, Tally } from '@hotvote/shared/visitor/rating'
import type { Session } from '@hotvote/shared/visitor/sessions'
import type { Vote } from './kept-votes.ts'
import { type Exclusions, NotShownError, type OpenedItem } from './rate.api.ts'

/** How an item leaves the stage. */
export type Exit = 'hot' | 'not' | 'skip'
/** `after` is null until the vote is counted, and if its answer was lost. */
export type LastVote = Vote & {
  isCounted: boolean
  after: Tally | null
  /** It cannot be taken back any more. */
  isFinal?: true
}

/** A visitor; the date tells apart two with the same id, before and after a reset of the server. */
type Visitor = Pick<Session, 'id' | 'createdAt'>

export type RatingState = {
  /** Undefined until the session is open. */
  visitor: Visitor | undefined
  /** The first one is on the stage, the others follow in this order. */
  items: RatingItem[]
  /** The item on the stage is on screen: not yet, just now, or long enough for a vote. */
  sight: 'none' | 'first' | 'settled'
  leaving: { item: RatingItem; exit: Exit }[]
  /** The last two, the latest first. */
  votes: LastVote[]
  /** The item whose vote was just taken back. */
  undone: RatingItem | null
  /** Ids of skipped items, the latest first. */
  skipped: number[]
  /** The item before the current one, if it was skipped. */
  justSkipped: number | null
  /** Items in a row that did not load. */
  failures: number
  /** Why there is no next item. */
  error: Error | null
  isAsking: boolean
  /** Counts the calls for an item. */
  turn: number
  /** Item whose page is open. */
  openedId: number | null
  /** Ids of all items that were on the stage, in order. */
  shown: number[]
  viewed: number[]
  broken: number[]
  reported: number[]
}

/** More skips would push items that must be excluded off the bounded list. */
const SKIPS_MAX = 4
/** After this many failures in a row the store is the problem, not the items. */
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

/** Ids the next item must not have: those on the stage, skipped just now or left out, and `underWay`. */
export function listExclusions(state: RatingState, underWay: number[]): Exclusions {
  const { items, justSkipped, reported, broken, skipped } = state
  const direct = items.length === 0 && justSkipped !== null ? [justSkipped] : []
  const leftOut = [...broken, ...reported].toReversed()
  return { always: [...items.map(({ id }) => id), ...underWay, ...direct, ...leftOut], ifPossible: skipped }
}

export const isLeftOut = ({ broken, reported }: RatingState, id: number) => broken.includes(id) || reported.includes(id)

/** "Photo 3 of many": an item that returns keeps its number. */
export const findPosition = ({ shown }: RatingState, id: number) => shown.indexOf(id) + 1 || shown.length + 1

/** Starts the visit of a visitor; the state of another one is dropped. */
export function enter(state: RatingState, visitor: Visitor): RatingState {
  const before = state.visitor
  if (!before) return { ...state, visitor }
  return before.id === visitor.id && before.createdAt === visitor.createdAt ? state : { ...emptyRating, visitor }
}

/** Shows the screen, with votes after `since` and the item of its address first unless that cannot be voted on. */
export function openScreen(state: RatingState, opened: OpenedItem | null, since: number): RatingState {
  const votes = state.votes.filter(({ castAt }) => castAt > since)
  if (!opened) return { ...state, votes, openedId: null }
  const items = opened.isOwn || opened.userHasVoted ? state.items : [opened, ...without(state.items, opened.id)]
  return { ...state, votes, items, openedId: opened.id, shown: addTo(state.shown, opened.id) }
}

export const closeScreen = (state: RatingState): RatingState => ({
  ...state,
  sight: 'none',
  leaving: [],
  undone: null,
  failures: 0,
})

/** Adds a drawn item, unless it came to the stage or the queue stopped in the meantime. */
export function add(state: RatingState, item: RatingItem): RatingState {
  if (state.failures >= FAILURES_MAX) return { ...state, isAsking: false }
  const isKnown = isLeftOut(state, item.id) || state.items.some(({ id }) => id === item.id)
  return { ...state, isAsking: false, error: null, items: isKnown ? state.items : [...state.items, item] }
}

/** Moves the next item to the stage. */
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

const comeBack = (state: RatingState, item: RatingItem): RatingState => ({
  ...removeLeaving(state, item.id),
  items: [item, ...without(state.items, item.id)],
})

export const confirm = (state: RatingState, { castAt }: Vote, after: Tally | null): RatingState => ({
  ...state,
  votes: state.votes.map((one) =>
    one.castAt === castAt ? { ...one, isCounted: true, after: after ?? one.after } : one,
  ),
})

/** Removes a vote that failed; its item returns unless voting on it again is pointless. */
export function fail(state: RatingState, cast: Vote, comesBack: boolean): RatingState {
  const settled = { ...state, votes: forget(state, cast) }
  return comesBack ? comeBack(settled, cast.item) : settled
}

export const undo = (state: RatingState, cast: Vote): RatingState => ({
  ...comeBack({ ...state, votes: forget(state, cast) }, cast.item),
  undone: cast.item,
})

/** Removes the item of a vote that could not be taken back. */
export const keepVote = (state: RatingState, { item }: Vote): RatingState => ({
  ...state,
  items: without(state.items, item.id),
  undone: null,
})

/** Ends the time in which a vote can be taken back. */
export const expire = (state: RatingState, { castAt }: Vote): RatingState => ({
  ...state,
  votes: state.votes.map((one) => (one.castAt === castAt ? { ...one, isFinal: true } : one)),
})

/** Drops an item that did not load; after too many in a row nothing is shown until a retry. */
export function breakItem(state: RatingState, id: number): RatingState {
  const failures = state.failures + 1
  const broken = addTo(state.broken, id)
  if (failures >= FAILURES_MAX) return { ...state, failures, broken, items: [], error: new NotShownError() }
  const isCurrent = id === state.items[0]?.id
  return { ...state, failures, broken, items: without(state.items, id), error: isCurrent ? null : state.error }
}

/** Looks for items again, those that were skipped or did not load among them. */
export const refresh = (state: RatingState): RatingState => ({
  ...state,
  skipped: [],
  justSkipped: null,
  broken: [],
  failures: 0,
  error: null,
  // A draw on its way may be older than the wish.
  isAsking: false,
})

/** Tries again after an outage; after too many failures, one item at a time. The card stays until there is an item. */
export const retry = (state: RatingState): RatingState => ({
  ...state,
  broken: [],
  failures: state.failures < FAILURES_MAX ? 0 : FAILURES_MAX - 1,
  error: state.items.length > 0 ? null : state.error,
})

/** Leaves out a reported item. */
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

/** Updates what follows from a new item on the stage, or from a card in its place. */
export function changeStage(before: RatingState, next: RatingState): RatingState {
  const [item] = next.items
  const leaving = next.error && !item ? [] : next.leaving
  if (item?.id === before.items[0]?.id) return { ...next, leaving }
  return { ...next, leaving, sight: 'none', shown: item ? addTo(next.shown, item.id) : next.shown }
}
